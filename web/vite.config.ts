import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstView } from './first-view.ts'
import { packFiles } from './pack-files.ts'
import { schemas } from './schemas.ts'

const server = process.env.EOT_SERVER ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [schemas(), react(), firstView(), packFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    /** The strict content policy has no room for data: URLs in styles. */
    assetsInlineLimit: 0,
    /** The charting library is one lazy chunk by intent. */
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files on the way to the first view: each group takes along what it imports, unless one above has it.
          groups: [
            { name: 'start', test: /web\/src\/app\/head-start\.ts$/, priority: 50 },
            // With the form of the sign-in, which is small, and shares what it needs with no other first page.
            {
              name: 'program',
              test: /web\/src\/(app\/render|features\/auth\/(login|loading)-page)\.tsx$/,
              priority: 40,
            },
            { name: 'portal', test: /web\/src\/app\/shell\/portal\.tsx$/, priority: 30 },
            // What no single page is worth a file for; not the lists to choose from, which are large and rare.
            {
              name: 'common',
              test: /web\/src\/((lib|domain)\/(?!time\/time-zone-field|forms\/)|ui\/(?!chart|combobox|select)|session\/)|\/lucide-react\//,
              priority: 20,
              minShareCount: 2,
            },
            { name: 'forms', test: /web\/src\/lib\/forms\//, priority: 15, minShareCount: 2 },
            {
              name: 'choices',
              test: /web\/src\/(ui\/(combobox|select)|lib\/time\/time-zone-field)\.tsx$/,
              priority: 10,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: true },
      '/ws': { target: server, changeOrigin: true, ws: true },
    },
  },
})
