/** Minutes since midnight as a time of day. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The codes in a pasted text. */
export const codesIn = (text: string): string[] => [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))]
