package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A matcher is one of a selector such as {service_name="api", "a.b"=~"x|y"}.
type matcher struct {
	name, operator, value string
	pattern               *regexp.Regexp
}

var matcherStart = regexp.MustCompile(`^\s*([a-zA-Z_][a-zA-Z0-9_]*|"(?:[^"\\]|\\.)*")\s*(=~|!~|!=|=)\s*("(?:[^"\\]|\\.)*")\s*`)

func parseSelector(text string) (all []matcher, err error) {
	rest := strings.TrimSpace(text)
	if !strings.HasPrefix(rest, "{") || !strings.HasSuffix(rest, "}") {
		return nil, fmt.Errorf("parsing label selector %q: 1:1: parse error: unexpected input", text)
	}
	rest = rest[1 : len(rest)-1]
	for strings.TrimSpace(rest) != "" {
		parts := matcherStart.FindStringSubmatch(rest)
		if parts == nil {
			return nil, fmt.Errorf("parsing label selector %q: parse error: unexpected %q", text, rest)
		}
		one := matcher{name: parts[1], operator: parts[2]}
		if strings.HasPrefix(one.name, `"`) {
			if one.name, err = strconv.Unquote(one.name); err != nil {
				return nil, err
			}
		}
		if one.value, err = strconv.Unquote(parts[3]); err != nil {
			return nil, fmt.Errorf("parsing label selector %q: %w", text, err)
		}
		if strings.HasSuffix(one.operator, "~") {
			if one.pattern, err = regexp.Compile("^(?s:" + one.value + ")$"); err != nil {
				return nil, fmt.Errorf("parsing label selector %q: %w", text, err)
			}
		}
		all = append(all, one)
		rest = rest[len(parts[0]):]
		if trimmed, ok := strings.CutPrefix(rest, ","); ok {
			rest = trimmed
		} else if strings.TrimSpace(rest) != "" {
			return nil, fmt.Errorf("parsing label selector %q: parse error: unexpected %q", text, rest)
		}
	}
	return all, nil
}

func parseSelectors(texts []string) (all []matcher, err error) {
	for _, text := range texts {
		some, err := parseSelector(text)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

func matchesAll(matchers []matcher, labels map[string]string) bool {
	for _, m := range matchers {
		value := labels[m.name]
		is := value == m.value
		if m.pattern != nil {
			is = m.pattern.MatchString(value)
		}
		if is == strings.HasPrefix(m.operator, "!") {
			return false
		}
	}
	return true
}
