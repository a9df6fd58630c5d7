/** Minutes of a day as a clock shows them. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Codes in a text that somebody pasted. */
export const codesIn = (text: string): string[] => [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))]
