/**
 * Words of the specification, by the words that the code uses for the same thing (docs/words-of-the-code.md). They stand only in what is sent
 * or stored: paths, operation codes and the audit log.
 */
export const wireWords = { remove: 'del', setEnabled: 'forbidden', resolve: 'deal' } as const

export type WireWord<W extends string> = W extends keyof typeof wireWords ? (typeof wireWords)[W] : W

/** The word that is sent and stored: that of the specification where it has another one. */
export const wireWord = <const W extends string>(word: W): WireWord<W> =>
  (Object.hasOwn(wireWords, word) ? wireWords[word as keyof typeof wireWords] : word) as WireWord<W>
