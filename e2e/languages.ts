import { basename } from 'node:path'

/** `all` runs every test in both languages, as before a release. */
const all = process.env['LANGUAGES'] === 'all'

/**
 * The languages in which a file, or a page by its address, is tested: one of them, alternating, because a second language takes as long as
 * the first and finds little that the types and tests of the language packs do not.
 */
export const alternating = <T>(file: string, languages: readonly T[]): readonly T[] => {
  if (all) return languages
  const offset = Buffer.from(basename(file)).reduce((sum, byte) => sum + byte, 0) % languages.length
  return languages.slice(offset, offset + 1)
}
