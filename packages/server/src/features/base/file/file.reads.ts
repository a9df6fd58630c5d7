import { DomainError, endpoints, mayCall, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { exportJobById, exportOfFile, latestExports } from '../../../platform/export-jobs.ts'
import { mayStillExport } from '../../../platform/exports.ts'
import type { FileReply } from '../../../platform/http/binding.ts'
import { importOfFile, latestImports } from '../../../platform/imports/import.reads.ts'
import { importProgressOf } from '../../../platform/imports.ts'
import { isInlineImage } from './content.ts'
import { fileById, hasReceived } from './file.store.ts'

/** Purposes of files that belong to one account, not to its company. */
const personal: readonly string[] = ['export', 'import']

/** Files readable only with the operation needed to create them. */
const guarded: Readonly<Record<string, string>> = {
  alarmFile: 'alarm:file',
  firmware: 'firmwareEdition:view',
  messageAttachment: 'messageTask:view',
}

/**
 * Whether what an export or import wrote may still be read: for as long as the call that ordered it could be made again, and sees as much.
 * What was uploaded for an import is its owner's own.
 */
const mayStillRead = async (ctx: Ctx, id: string): Promise<boolean> => {
  const exported = await exportOfFile(ctx.db, id)
  if (exported) return mayStillExport(exported.input, ctx)
  const imported = await importOfFile(ctx.db, id)
  if (imported === undefined) return true
  const { import: call } = endpoints[imported.list]
  // One-time passwords are shown to nobody who could not have made the accounts in the same session.
  return mayCall(call, true, ctx.actor.operations) && !(ctx.actor.issuer?.byKey && call.lasting)
}

/**
 * A stored file: branding for everybody, an export or import for its owner, what a message carries for its receivers, anything else within
 * the caller's scope.
 */
export const readFile = async (ctx: Ctx, input: InputOf<typeof endpoints.file.read>): Promise<FileReply> => {
  // Looked up unscoped first: the sign-in page has no scope and shows its pictures.
  const found = await fileById(ctx.systemDb, input.id)
  const received = found?.purpose === 'messageAttachment' && (await hasReceived(ctx.systemDb, found, ctx.actor.accountId))
  const file = found?.public || received ? found : await fileById(ctx.db, input.id)
  if (!file || (personal.includes(file.purpose) && file.account_id !== ctx.actor.accountId)) throw new DomainError('notFound')
  if (personal.includes(file.purpose) && !(await mayStillRead(ctx, file.id))) throw new DomainError('notFound')
  const needed = guarded[file.purpose]
  if (needed !== undefined && !received && !ctx.actor.operations.has(needed)) throw new DomainError('notFound')
  return {
    stream: ctx.files.read(file.id),
    mime: file.mime,
    size: file.size,
    name: file.name,
    inline: isInlineImage(file.mime),
    etag: `"${file.sha256}"`,
    public: file.public,
  }
}

/** What the caller may know about files, in the order of the ids. */
export const fileFacts = async (ctx: Ctx, ids: readonly string[]) => {
  const files = await Promise.all(ids.map((id) => fileById(ctx.db, id)))
  return files.flatMap((file) => (file ? [{ name: file.name, size: file.size, sha256: file.sha256 }] : []))
}

/** Whether the caller uploaded this file for this purpose. */
export const isOwnUpload = async (ctx: Ctx, id: string, purpose: string): Promise<boolean> => {
  const file = await fileById(ctx.db, id)
  return file !== undefined && file.account_id === ctx.actor.accountId && file.purpose === purpose
}

export const exportProgress = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.file.exportProgress>,
): Promise<OutputOf<typeof endpoints.file.exportProgress>> => {
  const job = await exportJobById(ctx.db, input.id)
  if (!job) throw new DomainError('notFound')
  const { state, done, total, file_id, file_name } = job
  return { state, done, total, fileId: file_id, fileName: file_name }
}

/** More than anybody follows at once. */
const tasksShown = 20

/** The tasks that the console shows, also after it is reopened. */
export const ownTasks = async (ctx: Ctx): Promise<OutputOf<typeof endpoints.file.tasks>> => {
  const [exports, imports] = await Promise.all([latestExports(ctx.db, tasksShown), latestImports(ctx.db, tasksShown)])
  return {
    exports: exports.map(({ id, created_at, state, done, total, file_id, file_name }) => ({
      id,
      createdAt: created_at,
      state,
      done,
      total,
      fileId: file_id,
      fileName: file_name,
    })),
    imports: imports.map((job) => ({
      id: job.id,
      createdAt: job.created_at,
      fileName: job.file_name,
      ...importProgressOf(job),
    })),
  }
}
