"""The steps of an ability, in the order in which they are taken."""

# offer, naming, price
ROW_BEGIN, OFFER, NAME, NAMED, COST, PAID = 0, 1, 2, 3, 4, 5
TARGET, TARGETED, PAIRED, NAME_THEIRS, THEIRS = 6, 7, 8, 9, 10
START_WORK, NEXT, SPARED, SPARE_ASKED, SPARE_PICKED, DODGED = 11, 12, 13, 14, 15, 16
APPLY, APPLIED, ROW_END, MORE = 17, 18, 19, 20  # MORE: cards of a seat go one after the other
