import { menus, type MenuSeed } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { expect, test } from 'vitest'
import { texts as textsEn } from './alarm-escalation.en.ts'
import { texts as textsZh } from './alarm-escalation.zh.ts'

test('where no rule applies, the way to the rules is the one through the menu', () => {
  const all: readonly MenuSeed[] = menus
  const parent = all.find(({ code }) => code === 'message.notify')?.parent
  for (const [{ menus: names }, { noneHint }] of [
    [zh, textsZh],
    [en, textsEn],
  ] as const)
    expect(noneHint).toContain(`${(names as Record<string, string>)[parent ?? '']} › ${names['message.notify']}`)
})
