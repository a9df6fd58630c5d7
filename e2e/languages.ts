import { basename } from 'node:path'

/** `all` walks every path in both languages, as before a release. */
const all = process.env['LANGUAGES'] === 'all'

/**
 * The languages in which a file walks its path: one of them, by turns over the files, because a path in a second language finds little that its pages
 * (`screens.test.ts`) and the types of the language packs do not, and takes as long as the first. Fires and the desk are walked in both, always.
 */
export const inTurn = <T>(file: string, languages: readonly T[]): readonly T[] => {
  if (all) return languages
  const turn = Buffer.from(basename(file)).reduce((sum, byte) => sum + byte, 0) % languages.length
  return languages.slice(turn, turn + 1)
}
