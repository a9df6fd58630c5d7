import { DomainError, limits, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isDiskFull } from '../../../platform/disk-space.ts'
import { tooLarge, type StoredFile } from '../../../platform/files.ts'
import type { Upload } from '../../../platform/http/binding.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { assertQuota } from '../tenant/quotas.ts'
import { ownId } from '../../../platform/self-audit.ts'
import { contentOf, isInlineImage, mimeOfFile, type Content, headBytes, isKnownFormat, mimeOf } from './content.ts'
import { insertFile, changeOwner, hasForeign, setPublic, deleteUnusedFile } from './file.store.ts'
import { checkImage, purposeRules, wrongType, type PurposeRule } from './purposes.ts'
import { stripFile } from './strip-file.ts'

const maxNameLength = 200

/** The last part of the file's original name, without characters that would break a header or a list. A label, never a path. */
const cleanName = (name: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return (
    last
      .replaceAll(/[\p{C}"<>|:*?]/gu, '')
      .trim()
      .slice(-maxNameLength) || 'file'
  )
}

/** Stores one file after checking that its content fits the purpose. Returns its id. */
export const upload = async (ctx: Ctx, input: InputOf<typeof endpoints.file.upload>, file: Upload): Promise<string> => {
  const purpose = input.purpose ?? 'attachment'
  const rule = purposeRules[purpose]
  if (rule.staffOnly && (ctx.actor.accountType === 'customer' || ctx.actor.accountType === 'user')) {
    file.stream.resume()
    throw new DomainError('noAccess')
  }
  const received = await ctx.files.save(file.stream, rule.limit(ctx.config)).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
    throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.diskFull') })
  })
  let stored = received
  try {
    const { content, mime } = await checkContent(ctx, stored.id, rule)
    // Specification section 5: images are limited to 1 MB unless their purpose says otherwise.
    if (input.purpose === undefined && isInlineImage(mime) && stored.size > limits.imageBytes) throw tooLarge(limits.imageBytes)
    stored = await stripFile(ctx.files, received, content)
    const { id, size, sha256 } = stored
    const { companyId, companyPath: path, customerId } = ctx.actor
    await transact(ctx, async (write) => {
      const owner = { company_id: companyId ?? 0, path, customer_id: customerId, account_id: ownId(ctx.actor) }
      const name = cleanName(file.name)
      await assertQuota(ctx, write, path, 'storage', size)
      await insertFile(write.systemDb, { ...stored, ...owner, name, mime, purpose, created_at: write.at })
      write.audit({
        action: 'file.upload',
        object: { kind: 'file', id, name },
        owner: { companyId: owner.company_id, path },
        changes: { purpose: [null, purpose], size: [null, size], sha256: [null, sha256] },
      })
    })
    return id
  } catch (error) {
    await ctx.files.remove(stored.id)
    throw error
  }
}

const checkContent = async (ctx: Ctx, id: string, rule: PurposeRule): Promise<{ content: Content; mime: string }> => {
  const path = ctx.files.pathOf(id)
  const head = await ctx.files.head(id, headBytes)
  const content = await contentOf(path, head)
  if (head.length === 0) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.fileEmpty') })
  if (!rule.accepts.includes(content)) throw wrongType(rule.accepts)
  if (rule.opaque && isKnownFormat(head)) throw wrongType(rule.accepts)
  const mime = await mimeOfFile(path, content)
  if (isInlineImage(mime)) await checkImage(path, rule)
  return { content, mime }
}

interface KeptFile extends StoredFile {
  readonly name: string
  readonly content: Content
  readonly purpose: string
  readonly owner: { readonly companyId: number; readonly path: string; readonly customerId: number | null }
}

/** Registers a file that the program has written, in the write that refers to it. Everybody who sees its owner can read it. */
export const keepFile = (write: Write, { id, size, sha256, name, content, purpose, owner }: KeptFile): Promise<void> =>
  insertFile(write.systemDb, {
    id,
    size,
    sha256,
    name,
    purpose,
    mime: mimeOf(content),
    company_id: owner.companyId,
    path: owner.path,
    customer_id: owner.customerId,
    account_id: write.by,
    created_at: write.at,
  })

/**
 * Makes the caller's uploads part of an object, so that everybody who sees the object sees them (photos of an order). Call it in the write
 * that attaches them. Files that already belong to another owner do not change: anyone who sees the first object keeps seeing them. Nobody
 * can attach other people's files, except those of the same owner that are already attached.
 * @throws DomainError noAccess
 */
export const attachFiles = async (
  ctx: Ctx,
  write: Write,
  ids: readonly string[],
  owner: { readonly companyId: number; readonly path: string; readonly customerId: number | null },
): Promise<void> => {
  if (ids.length === 0) return
  const { companyId: company_id, path, customerId: customer_id } = owner
  const uploader = {
    accountId: ownId(ctx.actor),
    companyId: ctx.actor.companyId ?? 0,
    customerId: ctx.actor.customerId,
  }
  await changeOwner(write.systemDb, ids, uploader, { company_id, path, customer_id })
  if (await hasForeign(write.systemDb, ids, uploader.accountId, { company_id, customer_id })) throw new DomainError('noAccess')
}

/**
 * Makes files public, or private again: the pictures of a sign-in page while they are used. Call it in the write that sets them, which has
 * checked their owner.
 */
export const publishFiles = async (write: Write, ids: readonly string[], isPublic: boolean): Promise<void> => {
  if (ids.length > 0) await setPublic(write.systemDb, ids, isPublic)
}

const nothingToDo = Symbol('nothing to do')

/** Deletes the caller's upload at once, with its bytes. Files in use, or of somebody else, stay. */
export const discardUpload = async (ctx: Ctx, id: string): Promise<void> => {
  try {
    await transact(ctx, async (write) => {
      const file = await deleteUnusedFile(write.systemDb, id, ownId(ctx.actor))
      // Without an audit entry, the write is rolled back.
      if (!file) throw nothingToDo
      const { name, company_id: companyId, path } = file
      write.audit({ action: 'file.del', object: { kind: 'file', id, name }, owner: { companyId, path } })
    })
  } catch (error) {
    if (error === nothingToDo) return
    throw error
  }
  await ctx.files.remove(id)
}
