import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  // Relative, so that the console works under any path a reverse proxy puts it at (routing is in the hash).
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    // bench/bundle.ts reads from it what each page loads.
    manifest: true,
    target: 'es2022',
    // The server's policy is script-src 'self': nothing may be inlined into the page as a script.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // A shared chunk is named after everything that shares it, which says too much.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            { name: 'framework', test: /node_modules[\\/](@tanstack[\\/](react-router|router-core|history|react-store|store)|i18next|react-i18next|zustand)[\\/]/, priority: 2 },
            { name: 'contract', test: /([\\/]packages[\\/]contract[\\/]src[\\/](?!texts)|node_modules[\\/]typebox[\\/])/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            // antd, by which pages share what of it; crumbs join their nearest neighbour instead of costing a request each.
            { name: 'ui', test: /node_modules[\\/]/, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 24_000 },
          ],
        },
      },
      // antd marks its modules "use client", which says nothing to a bundle without server components.
      onLog: (level, log, next) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : next(level, log)),
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
})
