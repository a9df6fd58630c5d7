/** Removes NUL and replaces lone surrogates, which the database rejects. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
