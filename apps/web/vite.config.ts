import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { contract } from './contract-plugin.ts'
import { emoji } from './emoji-plugin.ts'

const server = `http://127.0.0.1:${process.env.PORT || 3000}`

export default defineConfig({
  plugins: [
    contract(),
    emoji(),
    react(),
    compression({
      algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip', { level: 9 })],
      // Not HTML: the server fills it in and compresses it per request.
      include: /\.(js|css|svg|json|txt|webmanifest)$/,
      threshold: 1024,
      skipIfLargerOrEqual: true,
      logLevel: 'silent',
    }),
  ],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    assetsInlineLimit: 2048,
    rolldownOptions: {
      output: {
        // Otherwise each module shared by lazy chunks becomes a tiny file of its own.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 2 },
            { name: 'feed', test: /\/features\/explore\//, priority: 1 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': server, '/uploads': server } },
})
