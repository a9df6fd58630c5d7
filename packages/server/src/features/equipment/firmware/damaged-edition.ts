import type { Ctx } from '../../../platform/context.ts'

/**
 * The first released edition of a model whose file differs from what was signed, because the disk lost it or somebody changed it. Devices
 * would reject it one after the other. Reads every file completely, so never call it within a transaction.
 */
export const damagedEdition = async ({ systemDb, files }: Ctx, modelId: number) => {
  const editions = await systemDb
    .selectFrom('firmware_edition')
    .select(['name', 'edition_version as version', 'file_id', 'sha256'])
    .where('model_id', '=', modelId)
    .where('state', '=', 'released')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { name, version, file_id: fileId, sha256 } of editions)
    if ((await files.hashOf(fileId)) !== sha256) return { name, version }
  return undefined
}
