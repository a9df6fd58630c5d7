import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { lockProject } from '../../sites/project/project-part.rules.ts'
import { emitProject } from '../../sites/project/project.events.ts'
import { checklistOf, lastEditor, setChecklist, checksOf, setCheck } from './alarm-check.store.ts'
import { translate } from '../../../platform/i18n.ts'
import { auditTarget } from '../alarm/lifecycle/alarm-event.ts'
import { alarmToWorkOn, recordStep } from '../alarm/lifecycle/record-step.ts'

/** Sets what has to be done at a site in case of an alarm. @throws staleVersion, naming the other editor */
export const saveChecklist = (ctx: Ctx, input: InputOf<typeof endpoints.alarmCheck.save>): Promise<null> =>
  transact(ctx, async (write) => {
    const { projectId, version } = input
    const items = [...new Set(input.checkSteps.map((step) => step.trim()).filter((step) => step !== ''))]
    const project = await lockProject(write.db, projectId)
    if (!project) throw new DomainError('notFound', {}, 'projectId')
    const before = await checklistOf(write.db, projectId)
    if (!(await setChecklist(write.systemDb, { projectId, version, items, by: write.by, at: write.at }))) {
      const editor = await lastEditor(write.systemDb, projectId)
      throw new DomainError('staleVersion', { who: editor?.who ?? '—', when: editor?.when ?? '—' })
    }
    write.audit({
      action: 'project.alarmChecklist',
      object: { kind: 'project', id: project.id, name: project.name },
      owner: { companyId: project.company_id, path: project.path },
      changes: { checkSteps: [before?.items ?? [], items] },
    })
    emitProject(write, project, 'alarmChecklist')
    return null
  })

/** Ticks or unticks a step of the site's checklist for an alarm. The journey keeps both. */
export const tickStep = (ctx: Ctx, input: InputOf<typeof endpoints.alarmCheck.tick>): Promise<null> =>
  transact(ctx, async (write) => {
    const { id, text, done } = input
    const alarm = await alarmToWorkOn(write, id)
    const list = alarm.project_id === null ? undefined : await checklistOf(write.db, alarm.project_id)
    const listed = list?.items.includes(text) ?? false
    const known = listed || (await checksOf(write.db, id)).some((check) => check.text === text)
    if (!known) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.checkGone') }, 'text')
    const check = { alarm_id: id, text, done, at: write.at, account_id: write.by }
    const changes = { text: [null, text], done: [!done, done] } as const
    if (await setCheck(write.systemDb, check)) await recordStep(write, alarm, 'checked', { text, done }, changes)
    else write.audit({ action: 'alarm.checked', ...auditTarget(alarm), changes, result: 'unchanged' })
    return null
  })
