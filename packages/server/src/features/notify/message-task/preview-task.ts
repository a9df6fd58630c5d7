import { smsLength, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { texts as packs } from '../../../platform/i18n.ts'
import { textsOfTask } from './task-texts.ts'

type Preview = typeof endpoints.messageTask.preview

/** What receivers of each language get, with sample data. Empty as long as there is no text. */
export const previewTask = async (ctx: Ctx, { id }: InputOf<Preview>): Promise<OutputOf<Preview>> => {
  const task = await ctx.db.selectFrom('message_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const texts = await textsOfTask(ctx.systemDb, task)
  return texts.languages.map((language) => {
    const { title, content } = texts.textFor(language, packs[language].notices.sample)
    return { language, title, content, segments: task.push_type === 'sms' ? smsLength(content).segments : null }
  })
}
