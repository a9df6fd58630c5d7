import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { FileReply } from '../../../platform/http/binding.ts'

/** The APK of a published version, for anybody who knows its address. Drafts and withdrawn versions are not served. */
export const downloadVersion = async (ctx: Ctx, input: InputOf<typeof endpoints.appVersion.download>): Promise<FileReply> => {
  const row = await ctx.systemDb
    .selectFrom('app_version')
    .innerJoin('file', 'file.id', 'app_version.file_id')
    .select(['file.id', 'file.mime', 'file.size', 'file.sha256', 'app_version.app', 'app_version.version_number'])
    .where('app_version.file_id', '=', input.file)
    .where('app_version.state', '=', 'published')
    .where('app_version.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  const { id, mime, size, sha256, app, version_number } = row
  // Not public, so that no cache serves it after it was withdrawn.
  return {
    stream: ctx.files.read(id),
    part: (range) => ctx.files.read(id, range),
    mime,
    size,
    name: `${app}-${version_number}.apk`,
    inline: false,
    etag: `"${sha256}"`,
    public: false,
  }
}
