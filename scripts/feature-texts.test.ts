import { menus, pages } from '@emberwatch/contract'
import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { zh } from '../packages/contract/src/texts/zh.ts'
import { isTestCode, readSources } from './import-graph.ts'

const features = join(import.meta.dirname, '../packages/web/src/features')
const files = globSync('*/*/*.{zh,en}.ts', { cwd: features })

describe('the texts of a feature', () => {
  test.each(files)('%s is named after its folder and has its other language', (file) => {
    const folder = dirname(file)
    const [, name = ''] = /^(.*)\.(?:zh|en)\.ts$/.exec(basename(file)) ?? []
    expect(name === basename(folder) || name.startsWith(`${basename(folder)}-`), name).toBe(true)
    for (const language of ['zh', 'en']) expect(existsSync(join(features, folder, `${name}.${language}.ts`)), language).toBe(true)
  })
})

test('every error and every reason is given by something', () => {
  const isTexts = (file: string): boolean => /\.(zh|en)\.ts$|^packages\/contract\/src\/texts\//.test(file)
  const sources = [...readSources()].filter(([file]) => !isTestCode(file) && !isTexts(file))
  const wordsIn = (packages: RegExp): ReadonlySet<string> =>
    new Set(sources.flatMap(([file, text]) => (packages.test(file) ? (text.match(/\w+/g) ?? []) : [])))
  const ofServer = wordsIn(/^packages\/server\//)
  expect(Object.keys(zh.errors).filter((name) => !ofServer.has(name))).toEqual([])
  const ofAll = wordsIn(/^packages\/(contract|server|web)\//)
  expect(Object.keys(zh.reasons).filter((name) => !ofAll.has(name))).toEqual([])
})

test('every page of the menu has its address among the paths', () => {
  const paths: readonly string[] = Object.values(pages)
  const urls = menus.map(({ url }) => url).filter((url) => url !== '#')
  expect(urls.filter((url) => !paths.includes(url))).toEqual([])
})
