import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { lockProject } from '../../sites/project/lock-project.ts'
import { emitProject } from '../../sites/project/project.events.ts'
import { checklistOf, lastEditor, setChecklist } from './alarm-check.store.ts'

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
