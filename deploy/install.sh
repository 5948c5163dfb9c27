#!/usr/bin/env bash
# 在 Debian 上把这个目录里的小石榴装成服务：用户、目录、.env（带生成的密钥）、systemd 单元、反向代理的配置。
# 再运行一次什么也不弄坏：已有的 .env、证书和改过的配置都留着。用法见 --help 和 docs/operations.md 的「安装」。
set -euo pipefail
# `su` without a dash leaves out where useradd is.
PATH=$PATH:/usr/sbin:/sbin

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
domain='' proxy='' port=3000 data=/var/lib/shiliu user='' root='' action=install purge=''

usage() {
  cat <<'TEXT'
用法：deploy/install.sh --domain 域名 --proxy nginx|caddy [选项]
      deploy/install.sh --uninstall [--purge]

  --domain 域名      访客访问的域名，如 shiliu.example.edu.cn
  --proxy 名称       nginx、caddy，或 none（自己配置反向代理）
  --port 端口        服务器在本机听的端口，默认 3000
  --data 目录        数据放在哪里，默认 /var/lib/shiliu
  --user 用户        服务的用户，默认 shiliu
  --uninstall        停下并去掉服务和反向代理的配置；数据、.env 和用户留着
  --purge            和 --uninstall 一起：数据（数据库、图片、密钥、备份）、.env 和用户也删掉，不能恢复
  --root 目录        只把文件写到这个目录下面，不建用户、不动服务；做安装包和测试用
TEXT
}

fail() { printf '%s\n' "安装停止：$*" >&2; exit 1; }
say() { printf '%s\n' "$*"; }

trap 'printf "%s\n" "安装中断了：再运行一次同样的命令，会接着做" >&2; exit 130' INT TERM HUP

while [ $# -gt 0 ]; do
  case $1 in
    --domain | --proxy | --port | --data | --user | --root)
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
printf '%s' "$port" | grep -Eq '^[1-9][0-9]{0,4}$' && [ "$port" -le 65535 ] || fail "--port 不是端口：$port"
printf '%s' "$user" | grep -Eq '^[a-z_][a-z0-9_-]{0,31}$' || fail "--user 不是用户名：$user"
if live; then
  [ "$(id -u)" -eq 0 ] || fail '要用 root 运行：在前面加 sudo，或先 su -'
  [ -d /run/systemd/system ] ||
    fail '这台机器不是由 systemd 启动的（容器、WSL 常常不是）：用 Docker，或自己运行 npm start，见 docs/operations.md'
fi

# setting NAME: the value in .env, empty where there is none.
setting() { [ ! -f "$env_file" ] || sed -n "s/^$1=//p" "$env_file" | tail -n 1; }

# random BYTES: hexadecimal.
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }

# place FILE MODE: writes what it reads, only if the file is not that already, at once and not in part.
place() {
  local target=$1 mode=$2 new
  mkdir -p "$(dirname "$target")"
  # Of a run that was interrupted; there may be secrets in it.
  rm -f "$target".partial-??????
  new=$(mktemp "$target.partial-XXXXXX")
  cat >"$new"
  chmod "$mode" "$new"
  if cmp -s "$new" "$target"; then rm -f "$new"; else mv -f "$new" "$target"; fi
}

# place_ours FILE: as place, but leaves what somebody else wrote or changed.
place_ours() {
  local target=$1 new
  new=$mark$'\n'$(cat)
  if [ -e "$target" ] && ! is_ours "$target" && ! is_stock "$target"; then
    say "保留已有的 $target；这个版本的配置在 $project/deploy/，需要时自己合并"
    return
  fi
  # Neither what the last run wrote nor, where that was interrupted, what this one would write.
  if is_ours "$target" && [ -e "$target.shiliu-installed" ] && ! cmp -s "$target" "$target.shiliu-installed" &&
    [ "$(cat "$target")" != "$new" ]; then
    say "保留改过的 $target"
    return
  fi
  [ ! -e "$target" ] || is_ours "$target" || cp -p "$target" "$target.before-shiliu"
  place "$target" 644 <<<"$new"
  place "$target.shiliu-installed" 644 <<<"$new"
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
    -e "s|^PORT=.*|PORT=$port|" \
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

proxy_file() { sed -e "s|shiliu\.example\.edu\.cn|$domain|g" -e "s|127\.0\.0\.1:3000|127.0.0.1:$port|" "$project/deploy/$1"; }

write_proxy() {
  case $proxy in
    nginx)
      proxy_file nginx.conf | place_ours "$nginx_site"
      mkdir -p "$(dirname "$nginx_link")"
      [ -e "$nginx_link" ] || [ -L "$nginx_link" ] || ln -s /etc/nginx/sites-available/shiliu "$nginx_link"
      ;;
    caddy) proxy_file Caddyfile | place_ours "$caddy_file" ;;
  esac
}

check_port() {
  if ! systemctl is-active -q shiliu && (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
    fail "端口 $port 已被别的程序占用（ss -ltnp 看是谁）：停掉它，或换一个：第一次安装写 --port，以后改 $env_file 里的 PORT"
  fi
}

install_site() {
  local previous unit_before was_active=''
  previous=$(setting DATA_DIR)
  case $previous in /*) data=$previous ;; esac
  [ -z "$(setting PORT)" ] || port=$(setting PORT)
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

  if [ -z "$previous" ] && [ "$data" != /var/lib/shiliu ] && [ -n "$(ls -A "$root$data" 2>/dev/null)" ] &&
    ! is_data "$root$data"; then
    fail "--data $data 里有别的东西，不像小石榴的数据：换一个空的或新的目录"
  fi
  if live; then
    check_port
    ! systemctl is-active -q shiliu || was_active=yes
    getent passwd "$user" >/dev/null ||
      useradd --system --home-dir "$data" --shell /usr/sbin/nologin "$user"
  fi
  unit_before=$(cat "$unit" 2>/dev/null || true)
  mkdir -p "$root$data"
  chmod 700 "$root$data"
  write_env
  write_unit
  write_proxy
  if live; then
    # All of it: a command that root ran there may have left files that the server cannot write.
    chown -R "$user:" "$data"
    chown -R "$user:" "$project"
    systemctl daemon-reload
    systemctl enable --now shiliu
  fi
  finish
}

finish() {
  say ''
  if [ -n "$was_active" ]; then
    say "装好了，服务一直在运行。"
    [ "$unit_before" = "$(cat "$unit")" ] || say "单元变了，重启后生效：systemctl restart shiliu"
    return
  fi
  say "装好了。服务正在安装依赖、构建、建库，第一次要两到五分钟，接下来："
  say "  journalctl -u shiliu -f          # 等到管理员 admin 的密码，只显示一次；以 Server listening 结尾的一行就是好了"
  case $proxy in
    nginx)
      say "  systemctl stop nginx; certbot certonly --standalone -d $domain; systemctl start nginx    # 第一次申请证书"
      ;;
    caddy) say "  systemctl reload-or-restart caddy    # 证书由 Caddy 自己申请" ;;
    none) say '  自己配置反向代理：docs/operations.md 的「反向代理」' ;;
  esac
  say "  curl -fsS https://$domain/api/health"
  say "  cd $project; runuser -u $user -- npm run cli -- doctor"
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
  # CacheDirectory= of the unit, too.
  rm -rf "$root$data" "$env_file" "$root/var/cache/shiliu"
  if live && [ "$(getent passwd "$user" | cut -d: -f6)" = "$data" ]; then userdel "$user" || true; fi
  say "数据、.env 和用户都删掉了。项目目录 $project 留着，自己删"
}

[ -z "$purge" ] || [ "$action" = uninstall ] || fail '--purge 要和 --uninstall 一起用'
case $action in
  install) install_site ;;
  uninstall) uninstall_site ;;
esac
