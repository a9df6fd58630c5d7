import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import { nameShown } from '../../../platform/mask.ts'
import { openSecret, sealSecret } from '../../../platform/secret-box.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart } from '../project/project-part.rules.ts'
import { emitProject } from '../project/project.events.ts'
import { projectOfList } from './project-notifier.rules.ts'

type Notifier = typeof endpoints.projectNotifier

const bound = (projectId: number, what: 'password' | 'duress'): string => `caller_password:${projectId}:${what}`
/** How a word sounds: case, width, spaces and hyphens make no difference. */
const heard = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]/gu, '')
const sameWord = (a: string, b: string): boolean => heard(a) === heard(b)

/** Whether callers of a project have passwords. */
export const callerPasswordsOf = async (
  ctx: Ctx,
  { projectId }: InputOf<Notifier['passwords']>,
): Promise<OutputOf<Notifier['passwords']>> => {
  const row = await ctx.db
    .selectFrom('caller_password')
    .innerJoin('project', 'project.id', 'caller_password.project_id')
    .select(['caller_password.duress', 'caller_password.updated_at', 'caller_password.updated_by', 'project.path'])
    .where('caller_password.project_id', '=', projectId)
    .executeTakeFirst()
  if (!row) return { password: false, duressPassword: false, updatedAt: null, updatedBy: null, setOutside: false }
  // Named whether or not the reader sees the account.
  const by = await ctx.systemDb
    .selectFrom('account')
    .select(['name', 'type', 'path'])
    .where('id', '=', row.updated_by)
    .executeTakeFirst()
  return {
    password: true,
    duressPassword: row.duress !== null,
    updatedAt: row.updated_at,
    updatedBy: by ? nameShown(by.type, by.name) : null,
    setOutside: by !== undefined && !isBelow(row.path, by.path),
  }
}

/**
 * Sets the password and the duress word of callers; without a password, both are removed. The audit log records that it was done, not the
 * words. The version check keeps one person from overwriting another's words unknowingly; the first would then give people a word that is
 * no longer valid.
 * @throws DomainError staleVersion; notHere for a duress word that sounds like the password
 */
export const setCallerPasswords = (ctx: Ctx, input: InputOf<Notifier['setPasswords']>): Promise<null> =>
  transact(ctx, async (write) => {
    const project = await projectOfList(write, input.projectId, 'projectId')
    const { callerPassword: password, duressPassword: duress } = input
    const refuse = (reason: 'duressAlone' | 'duressSame'): never => {
      throw new DomainError('notHere', { reason: translate(ctx.locale, `reasons.${reason}`) }, 'duressPassword')
    }
    if (duress !== undefined && password === undefined) refuse('duressAlone')
    if (duress !== undefined && password !== undefined && sameWord(duress, password)) refuse('duressSame')
    const before = await write.systemDb
      .selectFrom('caller_password')
      .leftJoin('account', 'account.id', 'caller_password.updated_by')
      .select(['caller_password.duress', 'caller_password.updated_at', 'account.name', 'account.type'])
      .where('project_id', '=', project.id)
      .executeTakeFirst()
    if (before?.updated_at !== input.updatedAt) {
      const who = before?.name && before.type ? nameShown(before.type, before.name) : '—'
      throw new DomainError('staleVersion', { who, when: before?.updated_at ?? '—' })
    }
    if (password === undefined) await write.systemDb.deleteFrom('caller_password').where('project_id', '=', project.id).execute()
    else {
      const { dataDir } = ctx.config
      const row = {
        password: sealSecret(dataDir, password, bound(project.id, 'password')),
        duress: duress === undefined ? null : sealSecret(dataDir, duress, bound(project.id, 'duress')),
        updated_at: write.at,
        updated_by: write.by,
      }
      await write.systemDb
        .insertInto('caller_password')
        .values({ project_id: project.id, ...row })
        .onConflict((conflict) => conflict.column('project_id').doUpdateSet(row))
        .execute()
    }
    write.audit({
      action: 'projectNotifier.setPasswords',
      object: { kind: 'project', id: project.id, name: project.name },
      owner: ownerOfPart(project),
      changes: {
        callerPassword: [before !== undefined, password !== undefined],
        duressPassword: [(before?.duress ?? null) !== null, duress !== undefined],
      },
    })
    emitProject(write, project, 'callList')
    return null
  })

/** Shows the words that callers have to say, and records that in the audit log. */
export const showCallerPasswords = (
  ctx: Ctx,
  input: InputOf<Notifier['showPasswords']>,
): Promise<OutputOf<Notifier['showPasswords']>> =>
  transact(ctx, async (write) => {
    const project = await projectOfList(write, input.projectId, 'projectId')
    const row = await write.db.selectFrom('caller_password').selectAll().where('project_id', '=', project.id).executeTakeFirst()
    const { dataDir } = ctx.config
    write.audit({
      action: 'projectNotifier.showPasswords',
      object: { kind: 'project', id: project.id, name: project.name },
      owner: ownerOfPart(project),
    })
    return {
      callerPassword: row ? openSecret(dataDir, row.password, bound(project.id, 'password')) : null,
      duressPassword: row?.duress ? openSecret(dataDir, row.duress, bound(project.id, 'duress')) : null,
    }
  })
