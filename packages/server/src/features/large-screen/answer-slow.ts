import type { CompiledQuery } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { questionOf } from '../../platform/list.ts'
import { createSlowAnswers, rememberSlow, type SlowAnswers } from '../../platform/slow-answers.ts'

/** By database. */
const known = new WeakMap<object, SlowAnswers<unknown>>()

/** The rows of a query that many screens make, and that takes long in a large system (`rememberSlow`). */
export const answerSlow = <Row>(ctx: Ctx, query: { compile(): CompiledQuery; execute(): Promise<Row[]> }): Promise<Row[]> => {
  const { adapter } = ctx.db.getExecutor()
  const answers = (known.get(adapter) ?? createSlowAnswers()) as SlowAnswers<Row[]>
  known.set(adapter, answers)
  return rememberSlow(answers, questionOf(query.compile()), () => query.execute())
}
