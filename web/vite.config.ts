import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { packFiles } from './pack-files.ts'

const server = process.env.EOT_SERVER ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [react(), packFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    /** The strict content policy has no room for data: URLs in styles. */
    assetsInlineLimit: 0,
    /** The charting library is one lazy chunk by intent. */
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: true },
      '/ws': { target: server, changeOrigin: true, ws: true },
    },
  },
})
