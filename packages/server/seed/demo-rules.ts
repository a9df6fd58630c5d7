import { addRule } from '../src/features/notify/notify-rule/notify-rule.verbs.ts'
import { defaultRule } from '../src/features/notify/notify-rule/create-default-rule.ts'
import type { Ctx } from '../src/platform/context.ts'
import { transact } from '../src/platform/transact.ts'

/** Each distributor of the demo tells its people by the usual rule, which has a name in the language that they work in. */
export const seedDemoRules = (ctx: Ctx): Promise<void> =>
  transact(ctx, async (write) => {
    const companies = await write.systemDb
      .selectFrom('company')
      .select(['id', 'path', 'language'])
      .where('type', '=', 'distributor')
      .execute()
    for (const company of companies) {
      const language = company.language === 'zh' ? 'zh' : 'en'
      await addRule(ctx, write, company, await defaultRule(write.systemDb, language, company))
    }
  })
