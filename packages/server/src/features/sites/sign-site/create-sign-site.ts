import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertPosition } from '../../../platform/refuse-field.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { lockProject } from '../project/lock-project.ts'
import { emitProject } from '../project/project.events.ts'
import { columnsOf } from './sign-site.columns.ts'
import { newTagCode } from './tag-code.ts'

/** Adds a sign-in address for engineers to a project. */
export const createSignSite = (ctx: Ctx, input: InputOf<typeof endpoints.signSite.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const project = await lockProject(write.db, input.projectId)
    if (!project) throw new DomainError('notFound', {}, 'projectId')
    assertPosition(ctx, input.position, project)
    const { id: project_id, company_id, path, customer_id } = project
    const tag_code = input.tagCode ?? newTagCode()
    const site = { project_id, company_id, path, customer_id, tag_code, ...columnsOf(input) }
    const id = await insertRow(write, 'sign_site', site, { action: 'signSite.create', unique: ['tagCode', tag_code] })
    emitProject(write, project, 'signSite')
    return { id }
  })
