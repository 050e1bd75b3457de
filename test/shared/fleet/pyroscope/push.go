package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"connectrpc.com/connect"
	"github.com/google/pprof/profile"
	pushv1 "github.com/grafana/pyroscope/api/gen/proto/go/push/v1"
)

// A pusher takes what Alloy and the like send.
type pusher struct{ store *store }

func (p *pusher) Push(
	_ context.Context, request *connect.Request[pushv1.PushRequest],
) (*connect.Response[pushv1.PushResponse], error) {
	for _, series := range request.Msg.Series {
		labels := map[string]string{}
		for _, pair := range series.Labels {
			labels[pair.Name] = pair.Value
		}
		if labels[serviceLabel] == "" {
			labels[serviceLabel] = "unspecified"
		}
		for _, sample := range series.Samples {
			pushed, err := profile.ParseData(sample.RawProfile)
			if err != nil {
				return nil, connect.NewError(connect.CodeInvalidArgument, err)
			}
			p.store.add(pushed, labels)
		}
	}
	return connect.NewResponse(&pushv1.PushResponse{}), nil
}

// An ingester takes what the SDK sends.
type ingester struct{ store *store }

func (i *ingester) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	if err := i.ingest(request); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
	}
}

func (i *ingester) ingest(request *http.Request) error {
	file, _, err := request.FormFile("profile")
	if err != nil {
		return err
	}
	defer file.Close()
	raw, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	pushed, err := profile.Parse(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	query := request.URL.Query()
	if pushed.TimeNanos == 0 {
		pushed.TimeNanos, _ = strconv.ParseInt(query.Get("from"), 10, 64)
	}
	labels, err := appLabels(query.Get("name"))
	if err != nil {
		return err
	}
	i.store.add(pushed, labels)
	return nil
}

// appLabels reads a name such as app{zone=eu,version=1}.
func appLabels(name string) (map[string]string, error) {
	app, rest, hasTags := strings.Cut(name, "{")
	if app == "" {
		return nil, errors.New("application name is empty")
	}
	labels := map[string]string{serviceLabel: app}
	if !hasTags {
		return labels, nil
	}
	for _, pair := range strings.Split(strings.TrimSuffix(rest, "}"), ",") {
		if key, value, ok := strings.Cut(pair, "="); ok {
			labels[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	return labels, nil
}
