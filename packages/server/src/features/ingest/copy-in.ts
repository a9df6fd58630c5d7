import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Copies rows, each a line of columns separated by tabs and ended by a newline, into a table inside the client's transaction. `into` is the table with its columns. */
export async function copyRows(client: pg.ClientBase, into: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  await pipeline([Buffer.from(lines.join(''))], client.query(copyFrom(`copy ${into} from stdin`)))
}

/** NULL in the text format of COPY. */
export const COPY_NULL = '\\N'

const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A text as a column in the text format of COPY. */
export function copyText(value: string | null | undefined): string {
  if (value === null || value === undefined) return COPY_NULL
  return special.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : value
}
