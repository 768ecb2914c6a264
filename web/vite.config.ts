import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { codeFiles } from './code-files.ts'
import { compressFiles } from './compress-files.ts'
import { firstView } from './first-view.ts'
import { guide } from './guide.ts'
import { schemas } from './schemas.ts'

const server = process.env.EOT_SERVER ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [schemas(), react(), firstView(), guide(), codeFiles(), compressFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    /** The content security policy does not allow data: URLs in styles. */
    assetsInlineLimit: 0,
    /** The charting library is one lazy chunk on purpose. */
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files until the first view: each group includes what it imports, unless a group above already has it.
          groups: [
            { name: 'start', test: /web\/src\/(main|app\/head-start)\.ts$/, priority: 50 },
            // What is drawn before the program has loaded, with the texts.
            { name: 'first-view', test: /web\/src\/app\/draw-first-view\.ts$/, priority: 45 },
            // Includes the sign-in form, which is small and shares nothing with the other first pages.
            {
              name: 'program',
              test: /web\/src\/(app\/render|features\/auth\/(login|loading)-page)\.tsx$/,
              priority: 40,
            },
            { name: 'portal', test: /web\/src\/app\/shell\/portal\.tsx$/, priority: 30 },
            // Code shared by several pages. Not the table, the pickers and the drawer, which are large and not on every page.
            {
              name: 'common',
              test: /web\/src\/((lib|domain)\/(?!lists\/|hints\/|alert-counts\/|year-calendar\/|push\/(?!push-user)|history\/|rules\/|back-test\/|windows\/|terms\/|deliveries\/|numbers|sensors\/raised-types|time\/(?:time-zone-field|hour-label|expiration|zoom-range|range-search|period-before)|forms\/|mac-input|copy-link|reach-of-user|(?:use-)?site-choices|shared-search|range-|[^/]*-field)|ui\/(?!dialog|menu-popup|popover-popup|toast-view|chart\/(?!bullet)|combobox|pick-box|tabs|select|picker|code-field|stepper|data-table|side-drawer|effect|use-fit-window)|session\/)|\/lucide-react\//,
              priority: 20,
              minShareCount: 2,
            },
            {
              name: 'charts',
              test: /web\/src\/ui\/chart\/(?!histogram|use-brush|count-ticks)/,
              priority: 18,
              minShareCount: 2,
            },
            {
              name: 'lists',
              test: /web\/src\/(lib\/lists\/|lib\/time\/(?:zoom-|period-)|ui\/(?:picker|chart\/(?:histogram|use-brush|count-ticks))|domain\/(range-|sensors\/raised-types))/,
              priority: 16,
              minShareCount: 2,
            },
            // What the program needs of Spanish, in one file.
            { name: 'spanish', test: /web\/src\/texts\/es\/start\.ts$/, priority: 42 },
            { name: 'dialogs', test: /web\/src\/ui\/(dialog|side-drawer)\.tsx$/, priority: 22 },
            // What menus, popovers and boxes with suggestions share beyond that.
            { name: 'base', test: /node_modules\/(@base-ui|@floating-ui)\//, minShareCount: 2, priority: 21 },
            // Menus, popovers and messages, which are loaded later.
            {
              name: 'popups',
              test: /web\/src\/ui\/(menu-popup|popover-popup|toast-view)\.tsx$/,
              priority: 19,
            },
            { name: 'forms', test: /web\/src\/lib\/forms\//, priority: 15, minShareCount: 2 },
            // On the pages of sensor data, without the fields and boxes of forms.
            {
              name: 'combobox',
              test: /(web\/src\/(ui\/combobox|features\/sensors\/(device-picker|choose-device|use-chosen-devices|no-devices|sensor-order))|contract\/src\/rules)\.tsx?$/,
              priority: 11,
            },
            {
              name: 'choices',
              test: /web\/src\/(ui\/select|lib\/time\/time-zone-field|domain\/site-field)\.tsx$/,
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
