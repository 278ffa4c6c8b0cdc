import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { emojiData } from "./emoji-data.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: "/islands/",
  plugins: [react(), emojiData()],
  publicDir: false,
  resolve: {
    // `style/` lies outside this folder, where no package is found by walking up.
    alias: {
      "~fonts": here("./node_modules/@fontsource-variable"),
      "@fontsource-variable": here("./node_modules/@fontsource-variable"),
    },
  },
  // Tests read the limits and the emoji cases of `domain`.
  server: { fs: { allow: [here("..")] } },
  build: {
    outDir: "../public/islands",
    emptyOutDir: true,
    manifest: "manifest.json",
    modulePreload: { polyfill: false },
    // Fonts and icons stay files: a data address in the style sheet would block first paint.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [
        here("./src/loader.ts"),
        here("./src/wasm-boot.ts"),
        here("./src/page.ts"),
        here("./src/sw.ts"),
        here("../style/index.css"),
      ],
      output: {
        // Browsers look for a new service worker at the address of the old one.
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: "icons", test: /lucide-react\/dist\/esm\/(\w+|icons\/(chevron-down|rotate-ccw|x))\.mjs$/ },
            // The editor's files that other pages need for a draft whose save is pending: one file in place of a dozen small ones.
            {
              name: "saving",
              test: /entry-editor\/(copy|times|draft\/autosave|merge\/(answers|conflict|join-texts|merge)|save\/(answer-calls|request|send))\.ts$/,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: "jsdom",
    pool: "threads",
    // Vitest leaves one core free; with two cores it would use only one.
    maxWorkers: "100%",
    setupFiles: "src/test/setup.ts",
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
