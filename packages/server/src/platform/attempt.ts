import { sql } from 'kysely'
import type { Write } from './transact.ts'

const savepoint = (write: Write, statement: string): Promise<unknown> => sql.raw(`${statement} attempt`).execute(write.systemDb)

/** Runs a part of a write that may be rejected. If it is, none of its changes, audit rows, events and jobs remain. */
export const attempt = async <T>(write: Write, work: (part: Write) => Promise<T>): Promise<T> => {
  const effects: (() => void)[] = []
  const part: Write = {
    ...write,
    audit: (entry) => effects.push(() => write.audit(entry)),
    emit: (event) => effects.push(() => write.emit(event)),
    job: (...order) => effects.push(() => write.job(...order)),
  }
  await savepoint(write, 'savepoint')
  try {
    const answer = await work(part)
    for (const apply of effects) apply()
    await savepoint(write, 'release savepoint')
    return answer
  } catch (error) {
    await savepoint(write, 'rollback to savepoint')
    throw error
  }
}
