import { DomainError, limits, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isDiskFull } from '../../../platform/disk-space.ts'
import { tooLarge } from '../../../platform/files.ts'
import type { Upload } from '../../../platform/http/binding.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import { assertQuota } from '../tenant/quotas.ts'
import { ownId } from '../../../platform/self-audit.ts'
import { contentOf, isInlineImage, mimeOfFile, type Content } from './content.ts'
import { insertFile } from './file.store.ts'
import { headBytes, isKnownFormat } from './known-formats.ts'
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
