/** What tells the rows of a list apart; 0 for a row without. */
export const idOf = (row: object): number => ('id' in row && typeof row.id === 'number' ? row.id : 0)
