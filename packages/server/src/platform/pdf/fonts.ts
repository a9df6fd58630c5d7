import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Noto Sans Hans: Latin and Chinese in one font. Only the glyphs that a document uses are embedded into it. */
const folder = join(dirname(fileURLToPath(import.meta.resolve('@embedpdf/fonts-sc'))), '../fonts')

export interface Fonts {
  readonly regular: Buffer
  readonly bold: Buffer
}

/** Read for each document: 17 MB are not worth keeping for something needed a few times a day. */
export const readFonts = async (): Promise<Fonts> => {
  const [regular, bold] = await Promise.all(
    ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'].map((file) => readFile(join(folder, file))),
  )
  if (!regular || !bold) throw new Error('the fonts of documents are missing')
  return { regular, bold }
}
