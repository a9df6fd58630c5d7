import type pg from 'pg'

/** What pg's connection offers beyond its published types. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** A value of a COPY row; undefined and null are NULL. */
export type CopyValue = string | number | Date | null | undefined

/** One `COPY … FROM STDIN` with all its data at hand: the cheapest way of many rows into PostgreSQL. */
export class CopyIn implements pg.Submittable {
  readonly #statement: string
  readonly #data: Buffer
  readonly #finished = Promise.withResolvers<void>()

  constructor(statement: string, data: Buffer) {
    this.#statement = statement
    this.#data = data
  }

  get finished(): Promise<void> {
    return this.#finished.promise
  }

  // The rest is called by pg, which speaks the protocol.

  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#data)
    connection.endCopyFrom()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#finished.resolve()
  }

  handleError(error: Error): void {
    this.#finished.reject(error)
  }
}

/** Copies rows into a table inside the client's transaction. `into` is the table with its columns. */
export async function copyRows(client: pg.ClientBase, into: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  await client.query(new CopyIn(`copy ${into} from stdin`, Buffer.from(lines.join('')))).finished
}

/** One line in the text format of COPY. */
export function copyLine(values: readonly CopyValue[]): string {
  let line = ''
  for (let index = 0; index < values.length; index++) line += (index === 0 ? '' : '\t') + encode(values[index])
  return `${line}\n`
}

const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function encode(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value.toISOString()
  return special.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : value
}
