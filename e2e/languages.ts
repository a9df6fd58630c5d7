import { basename } from 'node:path'

/** `all` runs every test in both languages, as before a release. */
const all = process.env['LANGUAGES'] === 'all'

/**
 * The languages in which a file is run: one of them, alternating over the files, because a second language takes as long as the
 * first and finds little that the test of the pages (`screens.test.ts`) and the types of the language packs do not. Fires and the
 * desk are always tested in both.
 */
export const inTurn = <T>(file: string, languages: readonly T[]): readonly T[] => {
  if (all) return languages
  const turn = Buffer.from(basename(file)).reduce((sum, byte) => sum + byte, 0) % languages.length
  return languages.slice(turn, turn + 1)
}
