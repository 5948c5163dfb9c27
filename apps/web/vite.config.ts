import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { TARGETS } from './browser-floor/floor.ts'
import { browserFloor } from './browser-floor/plugin.ts'
import { contract } from './contract-plugin.ts'
import { emoji } from './emoji-plugin.ts'
import { pageAssets } from './page-assets-plugin.ts'

const server = `http://127.0.0.1:${process.env.PORT || 3000}`

/** Pages without forms, and what leads to one of them. */
const READING =
  /\/src\/(features\/(follows|not-found|notifications|profile|search)\/(?!edit\/)|app\/shell\/SearchSuggestions)/

/** What opens above any page, with Mantine's fields and menus. */
const DIALOGS =
  /\/src\/(ui\/overlay|ui\/form\/(FormSkeleton|TextField|PillSelect)|app\/shell\/MoreMenu|features\/(auth|campus|settings)|entities\/mention)/

/** Leaves out what Mantine's provider computes styles with, which app/providers.tsx switches off. */
const withoutComputedStyles: Plugin = {
  name: 'without-computed-styles',
  load(id) {
    const name = /\/MantineProvider\/(MantineCssVariables|MantineClasses)\/\1\.mjs$/.exec(id)?.[1]
    return name ? `export const ${name} = () => null` : null
  },
}

/** Leaves out what only React Router's framework mode does: links that fetch the modules of their route ahead. */
const withoutRoutePrefetch: Plugin = {
  name: 'without-route-prefetch',
  transform: (code, id) =>
    id.endsWith('/react-router/dist/production/lib/dom/ssr/components.js')
      ? code
          .replace(
            'function usePrefetchBehavior(',
            'const usePrefetchBehavior = () => [false, null, {}]\nfunction unused1(',
          )
          .replace('function PrefetchPageLinks(', 'const PrefetchPageLinks = () => null\nfunction unused2(')
      : null,
}

/** Leaves Mantine's palettes that nothing here uses out of the first load: an eighth of its styles. */
const withoutUnusedPalettes: Plugin = {
  name: 'without-unused-palettes',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/default-css-variables.layer.css')
      ? code.replace(/--mantine-color-(cyan|grape|green|indigo|lime|orange|pink|violet)-[\w-]+:[^;}]+;?/g, '')
      : null,
}

export default defineConfig({
  plugins: [
    contract(),
    emoji(),
    react(),
    withoutComputedStyles,
    withoutRoutePrefetch,
    withoutUnusedPalettes,
    pageAssets({
      '': 'features/explore/ExplorePage.tsx',
      explore: 'features/explore/ExplorePage.tsx',
      post: 'features/post-detail/PostPage.tsx',
      user: 'features/profile/ProfilePage.tsx',
      search_result: 'features/search/SearchPage.tsx',
      notification: 'features/notifications/NotificationPage.tsx',
      publish: 'features/publish/PublishPage.tsx',
    }),
    browserFloor(),
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
    target: TARGETS,
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    assetsInlineLimit: 2048,
    // Browsers without it fetch the chunks when they are imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Otherwise each module shared by lazy chunks becomes a tiny file of its own. A group takes what its modules
        // import, too, unless a group above it has that.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 7 },
            { name: 'feed', test: /\/src\/features\/explore\//, priority: 6 },
            {
              name: 'note',
              test: /\/src\/(features\/post-detail\/|entities\/user\/card\/|data\/place-storage|api\/event-stream)/,
              priority: 5,
            },
            { name: 'pages', test: READING, priority: 4 },
            { name: 'dialogs', test: DIALOGS, priority: 3 },
            { name: 'writing', test: /\/src\/(features\/|entities\/post\/own\/Edit)/, priority: 2 },
            { name: 'admin', test: /\/src\/admin\//, priority: 1 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': server, '/uploads': server } },
})
