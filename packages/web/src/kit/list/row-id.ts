/** Identifies a row of a list. 0 for a row without an id. */
export const idOf = (row: object): number => ('id' in row && typeof row.id === 'number' ? row.id : 0)

export const keyOfRow = (row: object): string => String(idOf(row))
