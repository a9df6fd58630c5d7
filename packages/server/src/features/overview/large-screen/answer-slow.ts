import type { CompiledQuery } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { oneOfFewStatistics } from '../../../platform/few-at-once.ts'
import { questionOf } from '../../../platform/list.ts'
import { createSlowAnswers, rememberSlow, type SlowAnswers } from '../../../platform/slow-answers.ts'

/** By database. */
const known = new WeakMap<object, SlowAnswers<unknown>>()

interface Query<Row> {
  compile(): CompiledQuery
  execute(): Promise<Row[]>
}

/** The rows of a query that many screens make, and that takes long in a large system (`rememberSlow`). */
export const answerSlow = <Row>(ctx: Ctx, query: Query<Row>): Promise<Row[]> => answer(ctx, query, () => query.execute())

/** The same for statistics, few of which are computed at once. */
export const answerStatistics = <Row>(ctx: Ctx, query: Query<Row>): Promise<Row[]> =>
  answer(ctx, query, () => oneOfFewStatistics(() => query.execute()))

const answer = <Row>(ctx: Ctx, query: Query<Row>, ask: () => Promise<Row[]>): Promise<Row[]> => {
  const { adapter } = ctx.db.getExecutor()
  const answers = (known.get(adapter) ?? createSlowAnswers()) as SlowAnswers<Row[]>
  known.set(adapter, answers)
  return rememberSlow(answers, questionOf(query.compile()), ask)
}
