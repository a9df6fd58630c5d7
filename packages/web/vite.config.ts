import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedFiles } from './compress-build.ts'
import { phonePage } from './phone-build.ts'

export default defineConfig({
  // Relative, so that the console works under any path of a reverse proxy (routing is in the hash).
  base: './',
  plugins: [react(), phonePage(), compressedFiles()],
  build: {
    outDir: 'dist',
    // bench/bundle.ts reads from it what each page loads.
    manifest: true,
    target: 'es2022',
    // The server's policy is script-src 'self', so no script may be inlined into the page.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // Their packages do not say it, and the first list would load all of antd's forms.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules[\\/](@rc-component|@ant-design|typebox)[\\/]/, sideEffects: false }],
      },
      output: {
        // The first script lists all others by name, and what is random in them is not compressed: 42 bits are enough to tell two builds of a chunk apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
            {
              name: 'framework',
              test: /node_modules[\\/](@tanstack[\\/](react-router|router-core|history|react-store|store)|i18next|react-i18next|zustand)[\\/]/,
              priority: 2,
            },
            {
              name: 'contract',
              // What every page needs of it. The calls and rows of a feature are loaded with its pages, the texts by language.
              test: /([\\/]packages[\\/]contract[\\/]src[\\/](kernel[\\/]|features[\\/]session[\\/].*(endpoints|schema)\.ts)|node_modules[\\/]typebox[\\/])/,
              priority: 2,
            },
            { name: 'app', tags: ['$initial'], priority: 1 },
            // What antd's forms share with everything else of it, so that a list does not load the forms.
            {
              name: 'ui-base',
              test: /node_modules[\\/](@babel[\\/]runtime[\\/]|@rc-component[\\/](util[\\/]|form[\\/]es[\\/]FormContext)|clsx[\\/])/,
              priority: 4,
            },
            {
              name: 'form',
              test: /node_modules[\\/]@rc-component[\\/](async-validator|form[\\/]es[\\/](Field|Form|List|index|hooks[\\/]use(Form|Watch)|utils[\\/]validateUtil)\.js)/,
              priority: 3,
            },
            // What the layout and every list need from antd, with its dependencies: one request instead of forty.
            {
              name: 'ui',
              test: /[\\/]antd[\\/]es[\\/](config-provider|button|menu|dropdown|tooltip|popover)[\\/]/,
              priority: 1,
            },
          ],
        },
      },
      // antd marks its modules "use client", which means nothing to a bundle without server components.
      onLog: (level, log, next) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : next(level, log)),
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
})
