#!/usr/bin/env bash
# 在 Debian 上把这个目录里的小石榴装成服务：用户、目录、.env（带生成的密钥）、systemd 单元、反向代理的配置。
# 再运行一次什么也不弄坏：已有的 .env、证书和改过的配置都留着。用法见 --help 和 docs/operations.md 的「安装」。
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
domain='' proxy='' data=/var/lib/shiliu user='' root='' action=install purge=''

usage() {
  cat <<'TEXT'
用法：deploy/install.sh --domain 域名 --proxy nginx|caddy [选项]
      deploy/install.sh --uninstall [--purge]

  --domain 域名      访客访问的域名，如 shiliu.example.edu.cn
  --proxy 名称       nginx、caddy，或 none（自己配置反向代理）
  --data 目录        数据放在哪里，默认 /var/lib/shiliu
  --user 用户        服务的用户，默认 shiliu
  --uninstall        停下并去掉服务和反向代理的配置；数据、.env 和用户留着
  --purge            和 --uninstall 一起：数据（数据库、图片、密钥、备份）、.env 和用户也删掉，不能恢复
  --root 目录        只把文件写到这个目录下面，不建用户、不动服务；做安装包和测试用
TEXT
}

fail() { printf '%s\n' "安装停止：$*" >&2; exit 1; }
say() { printf '%s\n' "$*"; }

while [ $# -gt 0 ]; do
  case $1 in
    --domain | --proxy | --data | --user | --root)
      [ $# -ge 2 ] && [ -n "$2" ] || fail "$1 后面要写一个值"
      declare "${1#--}=$2"
      shift 2
      ;;
    --uninstall) action=uninstall; shift ;;
    --purge) purge=yes; shift ;;
    -h | --help) usage; exit 0 ;;
    *) fail "没有这个选项：$1（--help 查看用法）" ;;
  esac
done

live() { [ -z "$root" ]; }
unit=$root/etc/systemd/system/shiliu.service
env_file=$project/.env
mark='# 由 deploy/install.sh 写下；改过这一行以外的内容，再安装时会保留'
live || env_file=$root$project/.env
nginx_site=$root/etc/nginx/sites-available/shiliu
nginx_link=$root/etc/nginx/sites-enabled/shiliu
caddy_file=$root/etc/caddy/Caddyfile

# An earlier installation's, unless another is named.
[ -n "$user" ] || [ ! -f "$unit" ] || user=$(sed -n 's/^User=//p' "$unit")
user=${user:-shiliu}
data=${data%/}
case $data in
  '' | *..* | /home | /home/ | /etc* | /usr* | /var | /var/ | /root | /root/) fail "--data 不能是 $data" ;;
  /*) ;;
  *) fail '--data 要写绝对路径' ;;
esac
case "$project$data" in *[[:space:]]*) fail '路径里不能有空格' ;; esac
printf '%s' "$user" | grep -Eq '^[a-z_][a-z0-9_-]{0,31}$' || fail "--user 不是用户名：$user"
if live && [ "$(id -u)" -ne 0 ]; then fail '要用 root 运行'; fi

# setting NAME: the value in .env, empty where there is none.
setting() { [ ! -f "$env_file" ] || sed -n "s/^$1=//p" "$env_file" | tail -n 1; }

# random BYTES: hexadecimal.
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }

# place FILE MODE: writes what it reads, only if the file is not that already, at once and not in part.
place() {
  local target=$1 mode=$2 new
  mkdir -p "$(dirname "$target")"
  new=$(mktemp "$target.XXXXXX")
  cat >"$new"
  chmod "$mode" "$new"
  if cmp -s "$new" "$target"; then rm -f "$new"; else mv -f "$new" "$target"; fi
}

# place_ours FILE: as place, but leaves what somebody else wrote or changed.
place_ours() {
  local target=$1 new
  new=$(mktemp)
  { printf '%s\n' "$mark"; cat; } >"$new"
  if [ -e "$target" ] && ! head -n 1 "$target" | grep -qF "$mark" && ! is_stock "$target"; then
    say "保留已有的 $target；这个版本的配置在 $project/deploy/，需要时自己合并"
    rm -f "$new"
    return
  fi
  if [ -e "$target" ] && head -n 1 "$target" | grep -qF "$mark" && [ -e "$target.shiliu-installed" ] &&
    ! cmp -s "$target" "$target.shiliu-installed"; then
    say "保留改过的 $target"
    rm -f "$new"
    return
  fi
  [ ! -e "$target" ] || is_ours "$target" || cp -p "$target" "$target.before-shiliu"
  place "$target" 644 <"$new"
  place "$target.shiliu-installed" 644 <"$new"
  rm -f "$new"
}

is_ours() { [ -e "$1" ] && head -n 1 "$1" | grep -qF "$mark"; }

# The file that Debian's package brings, which serves a welcome page.
is_stock() { grep -q 'The Caddyfile is an easy way to configure your Caddy web server' "$1"; }

remove_ours() {
  if is_ours "$1"; then
    rm -f "$1" "$1.shiliu-installed"
    [ ! -e "$1.before-shiliu" ] || mv "$1.before-shiliu" "$1"
  fi
}

find_node() {
  local node
  node=$(command -v node || true)
  [ -n "$node" ] || fail '没有 Node：apt-get install nodejs npm，或装 24 LTS'
  "$node" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 18 ? 0 : 1)' ||
    fail "Node 太旧（$("$node" -v)）：装 24 LTS，至少 18"
  command -v npm >/dev/null || fail '没有 npm：apt-get install npm'
  case $node in /root/* | /home/*) ! live || fail "服务读不了 $node（在个人目录里）：把 Node 装到 /usr 或 /opt" ;; esac
  printf '%s' "$node"
}

write_env() {
  if [ -f "$env_file" ]; then
    [ "$(setting PUBLIC_URL)" = "https://$domain" ] ||
      say "注意：$env_file 里的 PUBLIC_URL 是 $(setting PUBLIC_URL)，不是 https://$domain；要换域名就改它，再重启服务"
    say "保留已有的 $env_file"
    chmod 600 "$env_file"
    return
  fi
  [ -n "$domain" ] || fail '第一次安装要写 --domain'
  sed \
    -e 's|^HOST=.*|HOST=127.0.0.1|' \
    -e 's|^TRUST_PROXY=.*|TRUST_PROXY=127.0.0.1|' \
    -e "s|^DATA_DIR=.*|DATA_DIR=$data|" \
    -e "s|^PUBLIC_URL=.*|PUBLIC_URL=https://$domain|" \
    -e "s|^JWT_SECRET=.*|JWT_SECRET=$(random 32)|" \
    -e "s|^METRICS_TOKEN=.*|METRICS_TOKEN=$(random 24)|" \
    "$project/.env.example" | place "$env_file" 600
  say "写好了 $env_file（生成了 JWT_SECRET 和 METRICS_TOKEN）"
}

write_unit() {
  local extra=''
  # Debian makes /var/lib/shiliu by StateDirectory; another folder has to be named.
  [ "$data" = /var/lib/shiliu ] || extra=" $data"
  sed \
    -e "s|/srv/shiliu|$project|g" \
    -e "s|^User=.*|User=$user|" \
    -e "s|^Group=.*|Group=$user|" \
    -e "s|^ExecStart=/usr/bin/node |ExecStart=$node |" \
    -e "s|^ReadWritePaths=.*|&$extra|" \
    "$project/deploy/shiliu.service" | place "$unit" 644
}

write_proxy() {
  case $proxy in
    nginx)
      sed "s|shiliu\.example\.edu\.cn|$domain|g" "$project/deploy/nginx.conf" | place_ours "$nginx_site"
      mkdir -p "$(dirname "$nginx_link")"
      [ -e "$nginx_link" ] || [ -L "$nginx_link" ] || ln -s /etc/nginx/sites-available/shiliu "$nginx_link"
      ;;
    caddy) sed "s|shiliu\.example\.edu\.cn|$domain|g" "$project/deploy/Caddyfile" | place_ours "$caddy_file" ;;
  esac
}

install_site() {
  local previous
  previous=$(setting DATA_DIR)
  case $previous in /*) data=$previous ;; esac
  [ -n "$domain" ] || domain=$(setting PUBLIC_URL | sed -e 's|^https\?://||' -e 's|/.*||')
  printf '%s' "$domain" | grep -Eq '^([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\.)+[a-zA-Z0-9-]{2,}$' ||
    fail "--domain 不是域名：${domain:-（没有写）}"
  if [ -z "$proxy" ]; then
    is_ours "$nginx_site" && proxy=nginx
    is_ours "$caddy_file" && proxy=caddy
  fi
  case $proxy in nginx | caddy | none) ;; *) fail '--proxy 要写 nginx、caddy 或 none' ;; esac
  node=$(find_node)
  case $project in /root/* | /home/*) ! live || fail "服务读不了 $project：把项目放到 /srv/shiliu" ;; esac

  if live; then
    getent passwd "$user" >/dev/null ||
      useradd --system --home-dir "$data" --shell /usr/sbin/nologin "$user"
  fi
  mkdir -p "$root$data"
  chmod 700 "$root$data"
  write_env
  write_unit
  write_proxy
  if live; then
    chown "$user:" "$data"
    chown -R "$user:" "$project"
    systemctl daemon-reload
    systemctl enable --now shiliu
  fi
  finish
}

finish() {
  say ''
  say "装好了。服务正在安装依赖、构建、建库，第一次要几分钟："
  say "  journalctl -u shiliu -f                         # 里面有管理员 admin 的密码，只显示一次"
  say "  curl -fsS http://127.0.0.1:$(setting PORT)/api/health   # 回答了就好了"
  case $proxy in
    nginx)
      say "证书（第一次，nginx 停着的时候）和反向代理："
      say "  systemctl stop nginx; certbot certonly --standalone -d $domain; systemctl start nginx"
      ;;
    caddy) say "反向代理（证书由 Caddy 自己申请）："; say "  systemctl reload caddy" ;;
    none) say '反向代理自己配置：见 docs/operations.md 的「反向代理」' ;;
  esac
  say "最后检查一遍：runuser -u $user -- npm run cli -- doctor"
}

is_data() { [ -e "$1/shiliu.db" ] || [ -e "$1/jwt-secret" ] || [ -d "$1/uploads" ] || [ -d "$1/logs" ]; }

uninstall_site() {
  local kept
  kept=$(setting DATA_DIR)
  case $kept in /*) data=$kept ;; *) [ -z "$kept" ] || data=$project/$kept ;; esac
  if live; then systemctl disable --now shiliu 2>/dev/null || true; fi
  rm -f "$unit"
  if is_ours "$nginx_site" && [ -L "$nginx_link" ]; then rm -f "$nginx_link"; fi
  remove_ours "$nginx_site"
  remove_ours "$caddy_file"
  if live; then
    systemctl daemon-reload
    for one in nginx caddy; do systemctl is-active -q "$one" && systemctl reload "$one"; done || true
  fi
  if [ -z "$purge" ]; then
    say "去掉了服务和反向代理的配置。留着：$data（数据）、$env_file、用户 $user；都不要了就加 --purge"
    return
  fi
  case $data in / | /home | /var | /var/lib | /root | /srv | /opt | "$project") fail "不删 $data：自己看过再删" ;; esac
  if [ -d "$root$data" ] && [ -n "$(ls -A "$root$data")" ] && ! is_data "$root$data"; then
    fail "$data 里没有小石榴的数据，不像是它的目录：自己看过再删"
  fi
  rm -rf "$root$data" "$env_file"
  if live && [ "$(getent passwd "$user" | cut -d: -f6)" = "$data" ]; then userdel "$user" || true; fi
  say "数据、.env 和用户都删掉了。项目目录 $project 留着，自己删"
}

[ -z "$purge" ] || [ "$action" = uninstall ] || fail '--purge 要和 --uninstall 一起用'
case $action in
  install) install_site ;;
  uninstall) uninstall_site ;;
esac
