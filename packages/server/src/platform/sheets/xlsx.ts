import { attribute, readXml, type XmlAttributes } from './xml.ts'
import { isErrorValue, SheetError, type Cell, type Sheet, type SheetLimits, type SheetRow } from './sheet.ts'
import { openZip, type Zip } from './zip.ts'

/**
 * Unpacked sizes (MB). 100,000 rows of 20 filled columns are an 85 MB sheet; with four unique texts each, they have 400,000 texts plus the
 * headings.
 */
const limitsMb = { part: 1, strings: 48, sheet: 96 }
const mostStrings = 420_000
const mostStringChars = 20_000_000

/** Where programs put the workbook, unless the file's own relations name another place. */
const usualWorkbook = 'xl/workbook.xml'

/** Reads a small part to its end. */
const readPart = async (zip: Zip, name: string, open: (tag: string, attributes: XmlAttributes) => void): Promise<void> => {
  for await (const _ of readXml(zip.read(name, limitsMb.part), { open }));
}

interface Relation {
  readonly id: string | undefined
  /** Its last part, e.g. `worksheet`: transitional and strict workbooks use different prefixes. */
  readonly type: string
  readonly target: string
}

/** The relations of a part ('' for the whole file). Their targets are relative to its folder, or absolute within the file. */
const relationsOf = async (zip: Zip, part: string): Promise<Relation[]> => {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`
  const relations: Relation[] = []
  if (!zip.has(path)) return relations
  await readPart(zip, path, (tag, { Id: id, Type: type = '', Target: target = '', TargetMode: mode }) => {
    if (tag !== 'Relationship' || mode === 'External') return
    const pathname = URL.parse(target.replaceAll('\\', '/'), `file:///${folder}`)?.pathname ?? ''
    relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1).toLowerCase(), target: unescaped(pathname.slice(1)) })
  })
  return relations
}

/** A name as in the archive: spaces and the like may be escaped in targets. */
const unescaped = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Opens a workbook: its first visible sheet. @throws SheetError */
export const openXlsx = async (path: string, limits: SheetLimits): Promise<Sheet> => {
  const zip = await openZip(path)
  const documents = await relationsOf(zip, '')
  const workbook = documents.find(({ type }) => type === 'officedocument')?.target ?? usualWorkbook
  let date1904 = false
  let sheetId: string | undefined
  await readPart(zip, workbook, (tag, attributes) => {
    if (tag === 'workbookPr') date1904 = /^(1|true)$/.test(attributes['date1904'] ?? '')
    if (tag === 'sheet' && (attributes['state'] ?? 'visible') === 'visible') sheetId ??= attribute(attributes, 'id')
  })
  const relations = await relationsOf(zip, workbook)
  const sheetPath = relations.find(({ id }) => id === sheetId)?.target
  const stringsPath = relations.find(({ type }) => type === 'sharedstrings')?.target
  if (sheetId === undefined || sheetPath === undefined) throw new SheetError('broken')
  return {
    format: 'xlsx',
    date1904,
    async *rows() {
      const shared = stringsPath === undefined ? new TextStore() : await readStrings(zip, stringsPath, limits)
      yield* readRows(zip, sheetPath, shared, limits)
    },
  }
}

const pageBytes = 1_048_576

/**
 * The texts of a workbook, kept outside the heap: 420,000 of them take 30 MB here and 90 MB as strings, which the garbage collector would
 * keep copying.
 */
class TextStore {
  readonly #pages: Buffer[] = []
  /** For each text: its page, its first byte, and the byte after its last. */
  readonly #places = new Uint32Array(3 * (mostStrings + 1))
  #used = pageBytes
  #count = 0

  get count(): number {
    return this.#count
  }

  /** @param text not longer than a page */
  add(text: string): void {
    const end = this.#used + text.length * 2
    if (end > pageBytes) {
      this.#pages.push(Buffer.allocUnsafeSlow(pageBytes))
      this.#used = 0
    }
    const from = this.#used
    this.#used += this.#pages.at(-1)?.write(text, from, 'utf16le') ?? 0
    this.#places.set([this.#pages.length - 1, from, this.#used], 3 * this.#count++)
  }

  /** Empty if there is no such text. */
  at(index: number): string {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return ''
    const [page = 0, from, to] = this.#places.subarray(3 * index, 3 * index + 3)
    return this.#pages[page]?.toString('utf16le', from, to) ?? ''
  }
}

/** `_x000D_` stands for a character that XML cannot hold. */
const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** The shared texts that cells refer to, without phonetic readings (`rPh`). */
const readStrings = async (zip: Zip, name: string, limits: SheetLimits): Promise<TextStore> => {
  const strings = new TextStore()
  let current = ''
  let chars = 0
  let inText = false
  let phonetic = false
  const handlers = {
    open(tag: string) {
      if (tag === 'si') current = ''
      else if (tag === 'rPh') phonetic = true
      else if (tag === 't') inText = !phonetic
    },
    text(content: string) {
      // A text too long for any row is cut here; the row that uses it is refused.
      if (inText && current.length <= limits.rowChars) current += content
    },
    close(tag: string) {
      if (tag === 't') inText = false
      else if (tag === 'rPh') phonetic = false
      else if (tag === 'si') {
        const text = decodeEscapes(current.slice(0, limits.rowChars + 1))
        chars += text.length
        strings.add(text)
        if (strings.count > mostStrings || chars > mostStringChars) throw new SheetError('unpacked', { limit: limitsMb.strings })
      }
    },
  }
  for await (const _ of readXml(zip.read(name, limitsMb.strings), handlers));
  return strings
}

/** The last row that a workbook can have (ECMA-376, and Excel's own limit). */
const lastRow = 1_048_576

/** The number that a row claims to have; 0 for none. @throws SheetError for an invalid row number */
const rowNumberOf = (reference: string | undefined): number => {
  if (reference === undefined) return 0
  if (!/^\d{1,7}$/.test(reference)) throw new SheetError('broken')
  return Number(reference)
}

const columnOf = (reference: string | undefined, implicit: number): number => {
  const letters = /^[A-Z]{1,4}/.exec(reference ?? '')?.[0]
  return letters ? letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : implicit
}

async function* readRows(zip: Zip, name: string, shared: TextStore, limits: SheetLimits): AsyncGenerator<SheetRow> {
  let ready: SheetRow[] = []
  let row = 0
  let cells: Cell[] = []
  let column = -1
  let type = ''
  let value = ''
  let formula = ''
  let into: 'value' | 'formula' | null = null
  let phonetic = false
  let chars = 0
  let cellsRead = 0

  const count = (more: number): void => {
    chars += more
    if (chars > limits.rowChars) throw new SheetError('rowChars', { row, limit: limits.rowChars })
  }
  /** What a reader of the sheet sees: the stored result of a formula, or the formula itself as text. */
  const cell = (): Cell => {
    if (value === '') return formula === '' ? '' : `=${formula}`
    switch (type) {
      case 's':
        return shared.at(Number(value))
      case 'str':
      case 'inlineStr':
        return decodeEscapes(value)
      case 'b':
        return value === '1' ? 'true' : 'false'
      case 'e':
        return isErrorValue(value) ? value : '#VALUE!'
      case 'd':
        return value
      default:
        return Number.isFinite(Number(value)) ? Number(value) : value
    }
  }
  const handlers = {
    open(tag: string, attributes: XmlAttributes) {
      if (tag === 'row') {
        // Rows without a number, or out of order, follow the previous one.
        row = Math.max(row + 1, rowNumberOf(attributes['r']))
        if (row > lastRow) throw new SheetError('broken')
        cells = []
        chars = 0
        column = -1
      } else if (tag === 'c') {
        // Empty cells take as long to read as full ones, and a small file may contain any number of them.
        if (++cellsRead > limits.rows * limits.columns) throw new SheetError('broken')
        column = columnOf(attributes['r'], column + 1)
        type = attributes['t'] ?? ''
        value = ''
        formula = ''
      } else if (tag === 'v') into = 'value'
      else if (tag === 'f') into = 'formula'
      else if (tag === 'rPh') phonetic = true
      else if (tag === 't' && type === 'inlineStr' && !phonetic) into = 'value'
    },
    text(content: string) {
      if (into === null) return
      count(content.length)
      if (into === 'value') value += content
      else formula += content
    },
    overlong() {
      throw into === null ? new SheetError('broken') : new SheetError('rowChars', { row, limit: limits.rowChars })
    },
    close(tag: string) {
      if (tag === 'v' || tag === 'f' || tag === 't') into = null
      else if (tag === 'rPh') phonetic = false
      else if (tag === 'c') {
        const content = cell()
        if (content === '') return
        if (type === 's') count(String(content).length)
        if (column >= limits.columns) throw new SheetError('columns', { limit: limits.columns })
        while (cells.length < column) cells.push('')
        cells[column] = content
      } else if (tag === 'row' && cells.some((each) => typeof each === 'number' || each.trim() !== '')) ready.push({ row, cells })
    },
  }
  for await (const _ of readXml(zip.read(name, limitsMb.sheet), handlers)) {
    yield* ready
    ready = []
  }
}
