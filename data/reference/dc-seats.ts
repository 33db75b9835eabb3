// The number of choices per voter, which the District of Columbia's results do not state.

/**
 * Two of the four at-large seats of the Council are filled at each general election, and a voter may choose two.
 * Source: District of Columbia Home Rule Act, section 401 (D.C. Code 1-204.01).
 */
export const DC_AT_LARGE_COUNCIL_VOTES = 2
