import { open } from 'node:fs/promises'
import { openArchive } from './apk-archive.ts'
import { ApkFlaw } from './apk-flaw.ts'
import { jarSigners } from './apk-jar-signature.ts'
import { readManifest, type ApkManifest } from './apk-manifest.ts'
import { blockSigners } from './apk-signing-block.ts'

/** No manifest is nearly this large. */
const maxManifestBytes = 2 * 1_048_576

/** What an APK says about itself, with its signatures verified. */
export interface ApkFacts extends ApkManifest {
  /** SHA-256 of the signers' certificates, in hex, in order. */
  readonly certificates: readonly string[]
  readonly signedBy: readonly string[]
}

/**
 * Reads an untrusted APK. Only its directory, manifest and signatures are held in memory, each up to a limit.
 * @throws ApkFlaw
 */
export const readApk = async (path: string): Promise<ApkFacts> => {
  const file = await open(path, 'r')
  try {
    const archive = await openArchive(file)
    const [entry, second] = archive.entries.filter(({ name }) => name === 'AndroidManifest.xml')
    if (!entry) throw new ApkFlaw('noManifest')
    if (second) throw new ApkFlaw('manifestTwice')
    const xml = await archive.content(entry, maxManifestBytes, new ApkFlaw('manifestTooLarge'))
    const manifest = readManifest(xml)
    const byBlock = await blockSigners(archive)
    const signers = byBlock?.certificates ?? (await jarSigners(archive, xml))
    if (signers === null || signers.length === 0) throw new ApkFlaw('unsigned')
    const certificates = signers.map(({ fingerprint256 }) => fingerprint256.replaceAll(':', '').toLowerCase())
    return { ...manifest, certificates: [...new Set(certificates)].sort(), signedBy: byBlock?.schemes ?? ['v1'] }
  } finally {
    await file.close()
  }
}
