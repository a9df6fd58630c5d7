import { sql } from 'kysely'

/** Texts that are counted and texts that get a name. Every connection keeps a plan for each name that it has run. */
const maxCounted = 5_000
const maxNamed = 300
/** Most texts are seen once: they are as long as the list of ids that they were made for. */
const runsBeforeName = 3

/**
 * At the end of a statement for which one plan serves all values. Otherwise PostgreSQL plans it anew whenever it hopes that the
 * values make it cheaper, and over all months of a table the planning costs more than the reading.
 */
export const onePlan = sql.raw('/* one plan */')
/** At the end of a statement that is planned with its values at every run. */
export const plannedByValues = sql.raw('/* planned by values */')

export const hasOnePlan = (text: string): boolean => text.includes('/* one plan */')

/** Whether a plan depends on its values. Of a pattern or a keyword only the value tells which index serves it. */
const dependsOnValues = /planned by values|\bi?like\b|word_parts|strpos/

/** PostgreSQL prepares one command at a time. Migrations hold several, and run again where a process opens several databases. */
const severalCommands = /;\s*\S/

/**
 * Names for prepared statements, one for each text that is run again and again. The first texts keep their names: forgetting one
 * would leave its plan on every connection.
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
