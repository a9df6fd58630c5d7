import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/**
 * Copies rows into a table inside the client's transaction. Each row is a line of tab-separated columns, ended by a newline.
 * `statement` is the COPY, in plain sight where it is called.
 */
export async function copyRows(client: pg.ClientBase, statement: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  await pipeline([Buffer.from(lines.join(''))], client.query(copyFrom(statement)))
}

/** NULL in the text format of COPY. */
export const COPY_NULL = '\\N'

const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Text as a column in the text format of COPY. */
export function copyText(value: string | null | undefined): string {
  if (value === null || value === undefined) return COPY_NULL
  return special.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : value
}
