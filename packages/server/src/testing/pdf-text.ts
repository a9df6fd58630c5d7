import { inflateSync } from 'node:zlib'

/** The objects of a document by number, with streams unpacked. Sufficient for documents written by platform/pdf. */
const objectsOf = (bytes: Buffer): Map<string, { head: string; stream: string }> => {
  const text = bytes.toString('latin1')
  const objects = new Map<string, { head: string; stream: string }>()
  for (const { 1: number = '', index } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const end = text.indexOf('\nendobj', index)
    const [head = '', ...rest] = text.slice(index, end).split('stream\n')
    const packed = rest.join('stream\n')
    const isText = head.includes('/FlateDecode') && !head.includes('/Subtype /Image')
    const stream = isText
      ? inflateSync(Buffer.from(packed.slice(0, packed.lastIndexOf('\nend')), 'latin1')).toString('latin1')
      : ''
    objects.set(number, { head, stream })
  }
  return objects
}

const unicodeOf = (hex: string): string =>
  String.fromCharCode(...(hex.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))

/** The characters of a font by glyph, from its ToUnicode map. One glyph may stand for two letters, as for "ff". */
const charactersOf = (cmap: string): Map<number, string> => {
  const characters = new Map<number, string>()
  for (const [, from = '0', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    for (const [i, hex] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      characters.set(Number.parseInt(from, 16) + i, unicodeOf(hex[1] ?? ''))
  return characters
}

/** The text that can be copied from a document, page by page, without spaces between text objects. */
export const pdfText = (bytes: Buffer): string[] => {
  const objects = objectsOf(bytes)
  const fonts = new Map<string, Map<number, string>>()
  for (const { head } of objects.values())
    for (const [, name = '', font = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1]
      if (cmap) fonts.set(name, charactersOf(objects.get(cmap)?.stream ?? ''))
    }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? ''
    let characters = new Map<number, string>()
    let text = ''
    for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[^\]])*)\] TJ/g)) {
      if (font) characters = fonts.get(font) ?? new Map()
      for (const [, hex = ''] of (shown ?? '').matchAll(/<([0-9a-f]*)>/g))
        for (const glyph of hex.match(/.{4}/g) ?? []) text += characters.get(Number.parseInt(glyph, 16)) ?? ''
      if (shown) text += ' '
    }
    return text
  })
}
