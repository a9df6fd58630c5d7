import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedFiles } from './compress-build.ts'
import { phonePage } from './phone-build.ts'
import { scriptFiles } from './script-files.ts'

const treeshake = {
  // Their packages do not say it, and the first list would load all of antd's forms.
  moduleSideEffects: [{ test: /node_modules[\\/](@rc-component|@ant-design|typebox)[\\/]/, sideEffects: false }],
}
const onEveryPage = [/[\\/]shell[\\/](layout|menu-icons)\.tsx$/, /[\\/]overlays\.tsx$/]
const files = scriptFiles(
  treeshake,
  {
    'sign-in': [/[\\/]index\.html$/, /[\\/]login\.page\.tsx$/],
    list: [/[\\/]shell[\\/]layout\.tsx$/, /[\\/]role-list\.page\.tsx$/],
    // The alarms are followed on every page, below the banners. Where everybody begins, nothing is left out.
    watch: onEveryPage,
    home: [...onEveryPage, /[\\/]home\.page\.tsx$/],
  },
  0.3,
)

export default defineConfig({
  // Relative, so that the console works under any path of a reverse proxy (routing is in the hash).
  base: './',
  plugins: [react(), phonePage(), compressedFiles(), files.plugin],
  build: {
    outDir: 'dist',
    // All styles together are 15 kB on the wire: one request instead of one for each part, and nothing is drawn before them.
    cssCodeSplit: false,
    // bench/bundle.ts reads from it what each page loads.
    manifest: true,
    target: 'es2022',
    // The server's policy is script-src 'self', so no script may be inlined into the page.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      treeshake,
      output: {
        // The first script lists all others by name, and what is random in them is not compressed: 42 bits are enough to tell two builds of a chunk apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // No dependency is drawn into a file that a part of the console does not need.
          includeDependenciesRecursively: false,
          groups: [
            // Stays the same from release to release. What a few lines need that every page loads is no file of its own.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime|contract[\\/]src[\\/]texts[\\/](operation-labels|joined)\.ts$/,
              priority: 3,
            },
            { name: 'app', tags: ['$initial'], priority: 2 },
            { name: files.nameOf, debugName: 'parts', priority: 1 },
          ],
        },
      },
      // antd marks its modules "use client", which means nothing to a bundle without server components.
      onLog: (level, log, next) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : next(level, log)),
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
})
