import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, 'm')
const publicDir = join(root, 'public')

/** The service worker with the files of this build, which it keeps on the phone. */
const serviceWorker = (): Plugin => ({
  name: 'emberwatch-service-worker',
  generateBundle(_options, bundle) {
    const files = Object.keys(bundle).filter((name) => name !== 'index.html')
    const shell = ['./', ...[...files, ...readdirSync(publicDir)].map((name) => `./${name}`)]
    const hash = createHash('sha256')
    for (const name of Object.keys(bundle).sort()) {
      const file = bundle[name]
      hash.update(file?.type === 'chunk' ? file.code : (file?.source ?? ''))
    }
    const source = readFileSync(join(root, 'service-worker.js'), 'utf8')
      .replace('__SHELL__', JSON.stringify(shell))
      .replace('__BUILD__', hash.digest('hex').slice(0, 12))
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
})

/**
 * Builds the engineers' page, apart from the console: with its own chunks it weighs a fraction of what the console loads first.
 */
export const buildPhonePage = async (outDir: string): Promise<void> => {
  await build({
    configFile: false,
    root,
    base: './',
    publicDir,
    logLevel: 'warn',
    plugins: [react(), serviceWorker()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      // The server's policy allows no script inside the page.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
  })
}

/** Puts it beside the console, into `m/`. */
export const phonePage = (): Plugin => {
  let outDir = ''
  return {
    name: 'emberwatch-phone-page',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    writeBundle: () => buildPhonePage(join(outDir, 'm')),
  }
}
