// Runs before the first paint, in every browser: only ES5, and not a module, which would be deferred.
;(function () {
  var root = document.documentElement

  // The floor is Safari 15.4, Chromium 100 and Firefox 115 (browser-floor/floor.ts). The first two are those that began
  // with this method, which Firefox has had for longer.
  var signal = window.AbortSignal
  var outdated = !(signal && signal.prototype.throwIfAborted)
  if ('MozAppearance' in root.style && !Array.prototype.toSorted) outdated = true
  if (outdated) {
    // main.tsx shows nothing then.
    root.setAttribute('data-outdated', '')
    document.addEventListener('DOMContentLoaded', function () {
      var meta = document.querySelector('meta[property="og:site_name"]')
      var site = meta ? meta.content : '小石榴'
      document.title = '请更新浏览器或系统 - ' + site
      document.body.innerHTML =
        '<div style="max-width:400px;margin:15vh auto;padding:0 24px;font:16px/1.75 sans-serif;text-align:center">' +
        '<img src="/logo.svg" alt="" width="64" height="64" style="display:inline-block">' +
        '<h1 style="margin:16px 0 8px;font-size:20px">请更新浏览器或系统</h1>' +
        '<p style="margin:0">这个浏览器太旧，打不开这个网站。iPhone 需要 iOS 15.4 以上；其他手机和电脑，请把浏览器或微信更新到最新版，' +
        '或换一个浏览器打开。</p></div>'
    })
  }

  var theme = 'system'
  try {
    theme = localStorage.getItem('theme') || 'system'
  } catch (_) {
    // Storage may be refused; the system's theme is then right.
  }
  // A dark page must not flash white.
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // The back office has no header to wait for.
  if (location.pathname.indexOf('/admin') === 0) root.setAttribute('data-admin', '')

  // The chosen theme may be another one than the system's, by which the browser picks among the colours of its bars.
  var metas = document.querySelectorAll('meta[name="theme-color"]')
  var light = metas[0].content
  var darker = metas[1].content
  function colourBars() {
    var colour = root.getAttribute('data-mantine-color-scheme') === 'dark' ? darker : light
    for (var index = 0; index < metas.length; index++) metas[index].content = colour
  }
  colourBars()
  new MutationObserver(colourBars).observe(root, { attributeFilter: ['data-mantine-color-scheme'] })
})()
