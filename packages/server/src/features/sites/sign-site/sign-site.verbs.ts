import { randomInt } from 'node:crypto'
import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertPosition } from '../../../platform/refuse-field.ts'
import { insertRow, lockRow, updateRow, deleteRow, dependantLimit, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { lockProject, assertPlace } from '../project/project-part.rules.ts'
import { emitProject } from '../project/project.events.ts'
import { columnsOf } from './sign-site.rules.ts'

/** Without letters and digits that are easily confused when read aloud. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 10

/** The content of the QR code on site. Unguessable, so that a picture of one reveals nothing about others. */
const newTagCode = (): string => `SA-${Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')}`

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

/** Edits a sign-in address. Earlier sign-ins keep their distance and result. */
export const updateSignSite = (ctx: Ctx, input: InputOf<typeof endpoints.signSite.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const site = await lockRow(write, 'sign_site', input)
    await assertPlace(ctx, write, input.position, site.project_id, site)
    const changes = { tag_code: input.tagCode, ...columnsOf(input) }
    await updateRow(write, 'sign_site', site, changes, { action: 'signSite.update', unique: ['tagCode', input.tagCode] })
    emitProject(write, { ...site, id: site.project_id }, 'signSite')
    return { id: site.id }
  })

/** Enables or disables a sign-in address. Orders that already list it keep it. */
export const setSignSiteEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.signSite.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const site = await lockRow(write, 'sign_site', { id })
    await updateRow(write, 'sign_site', site, { enabled }, { action: 'signSite.forbidden' })
    emitProject(write, { ...site, id: site.project_id }, 'signSite')
    return null
  })

/**
 * Deletes a sign-in address that no order lists and where nobody signed in; otherwise the error names the orders. Such an address can be
 * disabled instead.
 */
export const removeSignSite = (ctx: Ctx, input: InputOf<typeof endpoints.signSite.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const site = await lockRow(write, 'sign_site', input, 'delete')
    // Including deleted orders: their history names the address.
    await refuseInUse(write, (db) =>
      db
        .selectFrom('work_order')
        .select('code as label')
        .where((e) =>
          e.or([
            e('id', 'in', e.selectFrom('order_site').select('order_id').where('site_id', '=', site.id)),
            e('id', 'in', e.selectFrom('order_sign_in').select('order_id').where('site_id', '=', site.id)),
          ]),
        )
        .orderBy('id', 'desc')
        .limit(dependantLimit)
        .execute(),
    )
    await deleteRow(write, 'sign_site', site, { action: 'signSite.del' })
    emitProject(write, { ...site, id: site.project_id }, 'signSite')
    return null
  })
