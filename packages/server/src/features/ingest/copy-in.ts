import type pg from 'pg'

/** What pg's connection offers beyond its published types. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

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

/** Copies rows, each a line of columns separated by tabs and ended by a newline, into a table inside the client's transaction. `into` is the table with its columns. */
export async function copyRows(client: pg.ClientBase, into: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  await client.query(new CopyIn(`copy ${into} from stdin`, Buffer.from(lines.join('')))).finished
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
