import { sql } from 'kysely'

/** Limits of counted texts and of named texts. Every connection keeps a plan for each name that it has run. */
const maxCounted = 5_000
const maxNamed = 300
/** Most texts are seen only once: their length depends on the list of ids in them. */
const runsBeforeName = 3

/**
 * Put at the end of a statement for which one generic plan serves all values. Otherwise PostgreSQL plans it anew whenever it hopes that the
 * values make it cheaper, and over all monthly partitions the planning costs more than the reading.
 */
export const onePlan = sql.raw('/* one plan */')
/** Put at the end of a statement that is planned with its values at every run. */
export const plannedByValues = sql.raw('/* planned by values */')

export const hasOnePlan = (text: string): boolean => text.includes('/* one plan */')

/** Whether the best plan depends on the values. Only the value of a pattern or keyword tells which index to use. */
const dependsOnValues = /planned by values|\bi?like\b|word_parts|strpos/

/** A prepared statement holds one command. Migrations contain several, and run again in processes that open several databases. */
const severalCommands = /;\s*\S/

/**
 * Names for prepared statements, one for each text that is run repeatedly. The first texts keep their names: dropping one would leave its
 * plan on every connection.
 */
export const createStatementNames = (): ((text: string) => string | undefined) => {
  const runs = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNamed || dependsOnValues.test(text) || severalCommands.test(text)) return known
    const count = (runs.get(text) ?? 0) + 1
    if (count < runsBeforeName) {
      if (runs.size >= maxCounted) runs.clear()
      runs.set(text, count)
      return undefined
    }
    runs.delete(text)
    const name = `ew${names.size}`
    names.set(text, name)
    return name
  }
}
